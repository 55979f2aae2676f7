import * as z from "zod";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Imports exchange rates for one euro. Invoices in other currencies use these rates to show their VAT in euros. */
export default defineOperation({
  name: "import_exchange_rates",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    source: z.string().min(1).max(60),
    rates: z.array(
      z.strictObject({
        currency: z.string().regex(/^[A-Z]{3}$/),
        day: z.iso.date(),
        rate: z.string().regex(/^(?=.*[1-9])\d{1,7}(?:\.\d{1,6})?$/, "must be a positive decimal number"),
      }),
    ),
  }),
  output: z.strictObject({ saved: z.int() }),
  async run(_context, { source, rates }) {
    return async (tx, record) => {
      const saved = [];
      for (const rate of rates) if (await saveExchangeRate(tx, { ...rate, source })) saved.push(rate);
      const currencies = [...new Set(saved.map(({ currency }) => currency))];
      const [first, ...others] = currencies.map((currency) => `rate:${currency}` as const);
      if (first)
        record({
          subjects: [first, ...others],
          after: { source, saved: saved.length, latest: saved.map(latest).sort().at(-1)! },
        });
      return { saved: saved.length };
    };
  },
});

const latest = ({ day }: { day: string }) => day;

import type { Command } from "commander";
import { allSites } from "#db/queries/sites/sites.ts";
import { euro } from "#tools/core/text/currency.ts";
import importExchangeRates from "#tools/orders/import-exchange-rates.ts";
import { type Admin, AdminError, nounOf, sourceName } from "./command.ts";
import { readEcbRates } from "./ecb-rates.ts";
import { readBytes } from "./lines.ts";

const batchSize = 1000;

export function addRate(program: Command, admin: Admin): void {
  nounOf(program, "rate")
    .command("import <file>")
    .description(
      "Import exchange rates from the European Central Bank's eurofxref.csv (one day) or eurofxref-hist.csv (all days); Slipway sells in a currency other than the euro only if its rate is at most 35 days old",
    )
    .option("--source <name>", "source of the rates, shown on invoices", sourceName, "ECB")
    .action(
      admin.withStore<{ source: string }>(async (session, { source }, file) => {
        const wanted = new Set((await allSites(session.store.read)).map(({ currency }) => currency));
        wanted.delete(euro);
        const all = readEcbRates((await readBytes(file!)).toString());
        const rates = all.filter(({ currency }) => wanted.has(currency));
        const missing = [...wanted].filter((code) => !rates.some(({ currency }) => currency === code));
        if (missing.length > 0) throw new AdminError(`The file has no rate for ${missing.join(", ")}.`);
        let saved = 0;
        for (let start = 0; start < rates.length; start += batchSize) {
          const batch = { source, rates: rates.slice(start, start + batchSize) };
          saved += (await session.call(importExchangeRates, batch)).saved;
        }
        const text = wanted.size === 0 ? "All sites sell in euros, so no rates are needed." : `Saved ${saved} rates.`;
        return { data: { saved }, text };
      }),
    );
}

import * as z from "zod";
import { newestRates } from "#db/queries/common/exchange-rates.ts";
import { defineOperation } from "../core/operations/define.ts";

const rate = z.strictObject({ currency: z.string(), day: z.string(), rate: z.string(), source: z.string() });

export default defineOperation({
  name: "list_exchange_rates",
  actors: ["admin"],
  command: {
    name: "rate list",
    description: "List the latest exchange rate of each currency, in units per euro",
    columns: ["currency", "day", "rate", "source"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(rate) }),
  async run({ read }) {
    return { items: await newestRates(read) };
  },
});

import * as z from "zod";
import { billingOfAccount, saveBillingDetails } from "../../db/queries/quotes.ts";
import { accountOf } from "../core/context.ts";
import { defineOperation } from "../core/define.ts";
import { differences } from "../core/differences.ts";
import { filled, line } from "../core/fields.ts";
import { readBilling } from "./billing.ts";

/** Keeps whom the account's orders are billed to; quotes and orders that are made already keep theirs. */
export default defineOperation({
  name: "save_billing",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    name: filled(line(120)),
    company: line(200).optional(),
    street: filled(line(200)),
    postcode: line(20).optional(),
    city: filled(line(120)),
    country: z.string(),
    vat_id: line(30).optional(),
  }),
  output: z.strictObject({ country: z.string(), vat_id: z.string().nullable() }),
  async run(context, { name, street, city, ...given }) {
    const { accountId } = accountOf(context);
    const { country, vat_id: vatId, company, postcode } = await readBilling(given, "");
    const details = { name, company, street, postcode, city, country, vatId };
    return async (tx, record) => {
      const changed = differences((await billingOfAccount(tx, accountId)) ?? {}, details);
      if (Object.keys(changed.after).length > 0) {
        await saveBillingDetails(tx, accountId, details, context.now);
        record({ subjects: [`account:${accountId}`], ...changed });
      }
      return { country, vat_id: vatId };
    };
  },
});

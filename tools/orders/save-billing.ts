import * as z from "zod";
import { billingOfAccount, saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { differences } from "../core/operations/differences.ts";
import { billToInput, readBillTo } from "./shared/bill-to.ts";

export default defineOperation({
  name: "save_billing",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject(billToInput),
  output: z.strictObject({ country: z.string(), vat_id: z.string().nullable() }),
  async run(context, input) {
    const { accountId } = accountOf(context);
    const details = await readBillTo(input);
    const { country, vatId } = details;
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

import * as z from "zod";
import { vatIdStatuses } from "#db/schema/vocabulary.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { consult } from "./consult.ts";
import { correctVat, isVatOpen } from "./correct-vat.ts";
import { factsOf } from "./shared/bill-to.ts";
import { ownOrder } from "./shared/own-order.ts";

export default defineOperation({
  name: "confirm_vat_id",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ vat_id_status: z.enum(vatIdStatuses), is_corrected: z.boolean() }),
  async run(context, { number }) {
    const order = await ownOrder(context.read, context, number);
    if (!isVatOpen(order))
      throw new Problem("state_conflict", `Order ${number} has no VAT that can be refunded by confirming a VAT ID.`);
    const consultation = await consult(context, factsOf(order.billing!));
    return async (tx, record) => {
      const present = await ownOrder(tx, context, number);
      const is_corrected =
        consultation?.status === "valid" && (await correctVat({ tx, record, context, order: present }, consultation));
      const vat_id_status = consultation?.status ?? ("not_checked" as const);
      return { vat_id_status, is_corrected };
    };
  },
});

import * as z from "zod";
import type { BillingDetails } from "#db/queries/orders/quotes.ts";
import type { BillingFacts } from "#db/schema/quotes.ts";
import { filled, line } from "../../core/input/fields.ts";
import { readBilling } from "./billing.ts";

export const billToInput = {
  name: filled(line(120)),
  company: line(200).optional(),
  street: filled(line(200)),
  postcode: line(20).optional(),
  city: filled(line(120)),
  country: filled(line(60)),
  vat_id: line(30).optional(),
};

const billTo = z.strictObject(billToInput);

/** Normalises billing details. Throws 422 with all errors. */
export async function readBillTo({ name, street, city, ...input }: z.output<typeof billTo>): Promise<BillingDetails> {
  const { country, vat_id: vatId, company, postcode } = await readBilling(input, "");
  return { name, company, street, postcode, city, country, vatId };
}

export const factsOf = ({ country, vatId, company, postcode }: BillingDetails): BillingFacts => ({
  country,
  vat_id: vatId,
  company,
  postcode,
});

export const areTaxedAlike = (a: BillingFacts, b: BillingFacts): boolean =>
  a.country === b.country && a.vat_id === b.vat_id && (a.postcode ?? "") === (b.postcode ?? "");

import type * as z from "zod";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import type { BillingFacts } from "#db/schema/quotes.ts";
import type { Db } from "#db/store/store.ts";
import { type FieldError, Problem } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { countryName, readCountry } from "../vat/countries.ts";
import { postcodeFault } from "../vat/postcodes.ts";
import { readVatId } from "../vat/vat-id.ts";
import type { billing } from "./records.ts";

/** Normalises the facts that determine the VAT. Throws 422 with all errors; `at` is their path in the input. */
export async function readBilling(input: z.output<typeof billing>, at = "billing."): Promise<BillingFacts> {
  const country = readCountry(input.country);
  if (country === null)
    throw invalidBilling([
      {
        field: `${at}country`,
        code: "unknown_country",
        message: "must be a country",
        fix: "Send the country's ISO 3166-1 alpha-2 code, such as DE, or its English name.",
      },
    ]);
  const faults: FieldError[] = [];
  const postcode = input.postcode || null;
  const fault = postcode && postcodeFault(postcode, country);
  if (fault)
    faults.push({
      field: `${at}postcode`,
      code: "invalid_format",
      message: `must have ${fault} in ${countryName(country)}`,
      fix: "Correct it, or omit it if the address is on the mainland.",
    });
  const read = input.vat_id ? await readVatId(input.vat_id, country) : { vatId: null };
  if ("fault" in read) faults.push({ field: `${at}vat_id`, ...read.fault });
  if (faults.length > 0 || "fault" in read) throw invalidBilling(faults);
  return { country, postcode, vat_id: read.vatId, company: input.company || null };
}

const invalidBilling = (errors: FieldError[]) =>
  new Problem("validation_failed", errors.map(({ field, message }) => `${field}: ${message}`).join("; "), { errors });

export async function savedBilling(db: Db, context: CallContext): Promise<BillingFacts> {
  const saved = await billingOfAccount(db, accountOf(context).accountId);
  if (!saved) {
    const message = "is missing, and the account has no saved billing details";
    const fix = "Send billing with country, and vat_id for a business in the EU.";
    throw new Problem("validation_failed", `billing: ${message}. ${fix}`, {
      errors: [{ field: "billing", code: "required", message, fix }],
    });
  }
  const { country, vatId, company, postcode } = saved;
  return { country, vat_id: vatId, company, postcode };
}

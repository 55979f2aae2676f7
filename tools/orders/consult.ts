import type { BillingFacts, VatConsultation } from "#db/schema/quotes.ts";
import type { CallContext } from "../core/operations/context.ts";
import { isVatIdDecisive } from "./vat/decide-tax.ts";

/** Asks the register about the VAT ID. Returns null if the price does not depend on it. */
export async function consult(context: CallContext, billing: BillingFacts): Promise<VatConsultation | null> {
  const { vatRegister, seller, now } = context;
  if (!vatRegister || billing.vat_id === null || !isVatIdDecisive(seller, billing)) return null;
  const { status, consultationNumber, name, address } = await vatRegister.lookUp(billing.vat_id);
  return { status, number: consultationNumber, name, address, asked_at: now.toISOString() };
}

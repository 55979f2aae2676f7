import type { BillingFacts, TaxDecision, VatConsultation } from "#db/schema/quotes.ts";
import type { Seller } from "../../core/ports/seller.ts";
import { countryName } from "./countries.ts";
import { nextRateChange, rateAt } from "./rates.ts";
import { placeOf, type TaxLocation } from "./tax-location.ts";

interface Facts {
  seller: Seller;
  billing: BillingFacts;
  consultation: VatConsultation | null;
  date: Date;
}

type Outcome = Pick<TaxDecision, "treatment" | "reason" | "tax_country"> & { rateBp: number };

/**
 * Decides how an electronically supplied service is taxed (Directive 2006/112/EC, Annex II point 3; Regulation
 * 282/2011, Annex I).
 */
export function decideTax(facts: Facts): TaxDecision & { rateBp: number } {
  const { seller, billing, consultation } = facts;
  const place = placeOf(billing.country, billing.postcode);
  return {
    ...outcome(facts, place),
    vat_id_status: billing.vat_id === null ? "none" : (consultation?.status ?? "not_checked"),
    territory: place.territory,
    consultation: isVatIdDecisive(seller, billing) ? consultation : null,
  };
}

/**
 * Whether the VAT depends on a VAT ID. It does only for buyers in other EU countries, and never if the seller is
 * exempt.
 */
export function isVatIdDecisive(seller: Seller, { country, postcode }: BillingFacts): boolean {
  const { memberState } = placeOf(country, postcode);
  return seller.vatScheme !== "exempt" && memberState !== null && memberState !== seller.country;
}

/** When the VAT rate will next change; null if no VAT is charged or no later rate is known. */
export function nextTaxChange(facts: Facts): Date | null {
  const { seller, billing, date } = facts;
  const place = placeOf(billing.country, billing.postcode);
  const { treatment, tax_country } = outcome(facts, place);
  if (treatment !== "domestic" && treatment !== "oss") return null;
  // A seller below the threshold charges its own country's rate even in other EU countries.
  const isElsewhere = place.memberState !== null && place.memberState !== seller.country;
  return nextRateChange(treatment === "domestic" && isElsewhere ? tax_country! : place.rates!, date);
}

function outcome(facts: Facts, place: TaxLocation): Outcome {
  const { seller, date, consultation } = facts;
  if (seller.vatScheme === "exempt") return exempt(facts, place);
  if (place.memberState === seller.country || isFrenchOverseas(seller, place)) return atHome(facts, place);
  if (place.memberState === null) return outside(facts, place);
  if (consultation?.status === "valid") return reverseCharge(place.memberState);
  if (seller.vatScheme === "domestic") {
    const rateBp = rateAt(seller.country, date);
    // Article 59c applies if the seller's sales to consumers in all other EU countries stay below 10,000 euros a year.
    const reason = `${vatOf(seller.country, rateBp)} is charged, because the seller's sales to consumers in other EU countries are below the threshold. ${aboutVatId(facts)}`;
    return { treatment: "domestic", rateBp, tax_country: seller.country, reason };
  }
  const rateBp = rateAt(place.rates!, date);
  // Article 58: a sale is taxed where the buyer lives, unless the buyer is a confirmed business.
  const reason = `${vatOf(place.territory ?? place.memberState, rateBp)} is charged, because VAT is due where the buyer is. ${aboutVatId(facts)}`;
  return { treatment: "oss", rateBp, tax_country: place.memberState, reason };
}

// French sellers owe VAT on sales to these territories, which are outside the EU's VAT territory (CGI articles 294 to
// 296).
const isFrenchOverseas = (seller: Seller, place: TaxLocation) => seller.country === "FR" && place.rates === "FR-DOM";

function atHome({ seller, date }: Facts, place: TaxLocation): Outcome {
  const rateBp = rateAt(place.rates!, date);
  const reason = `${vatOf(place.territory ?? seller.country, rateBp)} is charged, because the seller and the buyer are in the same country. Businesses can usually deduct this VAT.`;
  return { treatment: "domestic", rateBp, tax_country: seller.country, reason };
}

// See articles 44 and 196.
const reverseCharge = (memberState: string): Outcome => ({
  treatment: "reverse_charge",
  rateBp: 0,
  tax_country: null,
  reason: `Reverse charge: the VAT ID is confirmed. The seller charges no VAT, and the buyer accounts for the VAT in ${countryName(memberState)}.`,
});

function outside({ billing }: Facts, { territory }: TaxLocation): Outcome {
  const where = territory ?? countryName(billing.country);
  const why =
    territory === "Northern Ireland" ? "counts as part of the EU for goods only" : "is outside the EU's VAT territory";
  const reason = `No EU VAT: ${where} ${why}. Local tax on services from abroad may be due there. Businesses usually account for it themselves.`;
  return { treatment: "outside_scope", rateBp: 0, tax_country: null, reason };
}

function exempt({ seller, billing }: Facts, { memberState }: TaxLocation): Outcome {
  const isElsewhere = billing.country !== seller.country;
  const local = isElsewhere
    ? ` A business in ${countryName(memberState ?? billing.country)} may have to account for tax there itself.`
    : "";
  const reason = `No VAT is charged, because the seller is exempt as a small business (Directive 2006/112/EC, article 284) or has no place of business in the EU.${local}`;
  return { treatment: "exempt", rateBp: 0, tax_country: null, reason };
}

function aboutVatId({ seller, billing, consultation }: Facts): string {
  const id = billing.vat_id;
  if (id === null)
    return "With a confirmed VAT ID, a business pays no VAT to the seller and accounts for the VAT itself.";
  if (consultation?.status === "invalid")
    return `The EU's register (VIES) does not contain the VAT ID ${id}. Correct it, or have it activated for trade within the EU. Then request a new quote.`;
  if (consultation?.status === "unavailable")
    return `The VAT ID ${id} could not be confirmed, because the EU's register (VIES) did not respond. Request a new quote later for reverse charge, or pay now and receive a corrected invoice once the VAT ID is confirmed.`;
  return `The VAT ID ${id} was not confirmed, because this site does not use the EU's register (VIES). Ask the team (${seller.contact}) to confirm the VAT ID and correct the invoice.`;
}

const vatOf = (place: string, rateBp: number) =>
  `VAT of ${rateBp / 100}% (${place.length === 2 ? countryName(place) : place})`;

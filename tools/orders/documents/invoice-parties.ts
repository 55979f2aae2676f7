import { vatIdForm } from "../vat/vat-id-forms.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { isOutsideVat, vatScheme } from "./vat-category.ts";

/** Any scheme other than VAT means a registration for other taxes (EN 16931, BT-32). */
const localScheme = { "cac:TaxScheme": { "cbc:ID": "TAX" } };

/** The seller in UBL (EN 16931, BG-4). An ID that must not be shown as a VAT ID becomes the seller identifier. */
export function sellerParty(document: InvoiceDocument) {
  const { name, address, country, vatId, taxNumber } = document.seller;
  const isVatShown = vatId !== null && !isOutsideVat(document);
  const [street, ...rest] = (address ?? "").split(",").map((part) => part.trim());
  const registrations = [
    ...(isVatShown ? [{ "cbc:CompanyID": vatId, ...vatScheme }] : []),
    ...(taxNumber ? [{ "cbc:CompanyID": taxNumber, ...localScheme }] : []),
  ];
  return {
    ...(vatId !== null && !isVatShown && { "cac:PartyIdentification": [{ "cbc:ID": vatId }] }),
    "cac:PostalAddress": {
      ...(street && { "cbc:StreetName": street }),
      // The address setting is one comma-separated line, so nothing tells us which part is the town.
      ...(rest.length > 0 && { "cbc:AdditionalStreetName": rest.join(", ") }),
      "cac:Country": { "cbc:IdentificationCode": countryCode(country) },
    },
    ...(registrations.length > 0 && { "cac:PartyTaxScheme": registrations }),
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": name ?? "The seller of this site",
      ...(!vatId && taxNumber && { "cbc:CompanyID": taxNumber }),
    },
  };
}

/** The buyer in UBL (EN 16931, BG-7). */
export function buyerParty(document: InvoiceDocument) {
  const { name, company, street, postcode, city, country, vatId } = document.buyer;
  const isVatShown = vatId !== null && !isOutsideVat(document) && vatIdForm(vatId.slice(0, 2)) !== undefined;
  return {
    ...(vatId !== null && !isVatShown && { "cac:PartyIdentification": { "cbc:ID": vatId } }),
    "cac:PostalAddress": {
      "cbc:StreetName": street,
      "cbc:CityName": city,
      ...(postcode && { "cbc:PostalZone": postcode }),
      "cac:Country": { "cbc:IdentificationCode": countryCode(country) },
    },
    ...(isVatShown && { "cac:PartyTaxScheme": { "cbc:CompanyID": vatId, ...vatScheme } }),
    "cac:PartyLegalEntity": { "cbc:RegistrationName": company ?? name },
    ...(company !== null && { "cac:Contact": { "cbc:Name": name } }),
  };
}

// The country list of EN 16931 lacks the codes that ISO 3166-1 only reserves. It lists Kosovo as 1A.
const listed = new Map([
  ["IC", "ES"],
  ["EA", "ES"],
  ["XK", "1A"],
]);
const countryCode = (country: string): string => listed.get(country) ?? country;

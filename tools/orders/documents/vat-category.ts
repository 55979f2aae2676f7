import type { TaxTreatment } from "#db/schema/vocabulary.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** A VAT treatment in EN 16931 (UNCL5305). If no VAT is charged, a reason is required (BT-120, BT-121). */
interface VatCategory {
  id: "S" | "AE" | "O" | "E";
  reasonCode?: "VATEX-EU-AE" | "VATEX-EU-O";
}

const categories: Record<TaxTreatment, VatCategory> = {
  domestic: { id: "S" },
  oss: { id: "S" },
  reverse_charge: { id: "AE", reasonCode: "VATEX-EU-AE" },
  outside_scope: { id: "O", reasonCode: "VATEX-EU-O" },
  // There is no code for the small-business exemption in article 284.
  exempt: { id: "E" },
};

/** Whether a document must not show VAT IDs as VAT IDs (EN 16931, BR-O-02). */
export const isOutsideVat = ({ tax }: InvoiceDocument): boolean => categories[tax.treatment].id === "O";

export const vatScheme = { "cac:TaxScheme": { "cbc:ID": "VAT" } };

/** The VAT category of a line. Outside the scope of VAT, there is no rate, not even zero (BR-O-05). */
export function lineCategory({ tax }: InvoiceDocument, rateBp: number) {
  const { id } = categories[tax.treatment];
  return { "cbc:ID": id, ...(id !== "O" && { "cbc:Percent": String(rateBp / 100) }), ...vatScheme };
}

export function sumCategory(document: InvoiceDocument, rateBp: number) {
  const { id, reasonCode } = categories[document.tax.treatment];
  const reason = id === "AE" ? "Reverse charge" : document.tax.reason;
  return {
    ...lineCategory(document, rateBp),
    ...(reasonCode && { "cbc:TaxExemptionReasonCode": reasonCode }),
    ...(id !== "S" && { "cbc:TaxExemptionReason": reason }),
  };
}

import type { TaxTreatment } from "#db/schema/vocabulary.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** How EN 16931 says what was decided about VAT (UNCL5305); without VAT it wants the reason (BT-120, BT-121). */
interface VatCategory {
  id: "S" | "AE" | "O" | "E";
  reasonCode?: "VATEX-EU-AE" | "VATEX-EU-O";
}

const categories: Record<TaxTreatment, VatCategory> = {
  domestic: { id: "S" },
  oss: { id: "S" },
  reverse_charge: { id: "AE", reasonCode: "VATEX-EU-AE" },
  outside_scope: { id: "O", reasonCode: "VATEX-EU-O" },
  // The small seller's exemption of article 284 has no code of its own.
  exempt: { id: "E" },
};

/** Whether a document may not name VAT ids as such (EN 16931, BR-O-02). */
export const isOutsideVat = ({ tax }: InvoiceDocument): boolean => categories[tax.treatment].id === "O";

const scheme = { "cac:TaxScheme": { "cbc:ID": "VAT" } };

/** The category of a line; what lies outside VAT has no rate, not even one of zero (BR-O-05). */
export function lineCategory({ tax }: InvoiceDocument, rateBp: number) {
  const { id } = categories[tax.treatment];
  return { "cbc:ID": id, ...(id !== "O" && { "cbc:Percent": percent(rateBp) }), ...scheme };
}

/** The same of a sum, with the reason where no VAT is charged. */
export function sumCategory(document: InvoiceDocument, rateBp: number) {
  const { id, reasonCode } = categories[document.tax.treatment];
  const reason = id === "AE" ? "Reverse charge" : document.tax.reason;
  return {
    ...lineCategory(document, rateBp),
    ...(reasonCode && { "cbc:TaxExemptionReasonCode": reasonCode }),
    ...(id !== "S" && { "cbc:TaxExemptionReason": reason }),
  };
}

/** Basis points in percent: `2550` is `25.5`. */
const percent = (rateBp: number): string => String(rateBp / 100);

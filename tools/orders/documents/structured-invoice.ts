import { decimalText, euro } from "../../core/text/currency.ts";
import type { InvoiceDocument, InvoiceLine } from "./invoice-document.ts";
import { buyerParty, sellerParty } from "./invoice-parties.ts";
import { lineCategory, sumCategory } from "./vat-category.ts";

/** An invoice for EN 16931 in UBL 2.1 syntax. All amounts come from the document; none is recalculated. */
export async function structuredInvoice(document: InvoiceDocument): Promise<string> {
  // The package includes code for spreadsheets and PDF, so it is loaded with the first document.
  const { FormatFactoryService } = await import("@e-invoice-eu/core");
  const format = new FormatFactoryService().createFormatService("UBL", silent);
  const invoice = ublInvoice(document) as unknown as Parameters<typeof format.generate>[0];
  format.fillInvoiceDefaults(invoice);
  return (await format.generate(invoice, { format: "UBL", lang: "en" })) as string;
}

const silent = { log() {}, warn() {}, error() {} };

/** Document type codes from UNCL1001. */
const typeCodes = { invoice: "380", credit_note: "381" };

export function ublInvoice(document: InvoiceDocument) {
  const { kind, number, issued_on, order, corrects, is_test, currency, lines, net, vat, gross, tax, euros } = document;
  const amount = (name: string, value: number) => amountOf(name, value, currency);
  return {
    "ubl:Invoice": {
      "cbc:ID": number,
      "cbc:IssueDate": issued_on,
      "cbc:InvoiceTypeCode": typeCodes[kind],
      "cbc:Note": [...(is_test ? ["TEST: nothing was sold. This is not an invoice."] : []), tax.reason],
      "cbc:DocumentCurrencyCode": currency,
      ...(euros && { "cbc:TaxCurrencyCode": euro }),
      "cac:OrderReference": { "cbc:SalesOrderID": order },
      ...(corrects && {
        "cac:BillingReference": [
          { "cac:InvoiceDocumentReference": { "cbc:ID": corrects.number, "cbc:IssueDate": corrects.issued_on } },
        ],
      }),
      "cac:AccountingSupplierParty": { "cac:Party": sellerParty(document) },
      "cac:AccountingCustomerParty": { "cac:Party": buyerParty(document) },
      ...(kind === "invoice" && { "cac:Delivery": { "cbc:ActualDeliveryDate": issued_on } }),
      "cac:PaymentTerms": { "cbc:Note": kind === "invoice" ? "Paid" : "Paid back" },
      "cac:TaxTotal": [
        {
          ...amount("cbc:TaxAmount", vat),
          "cac:TaxSubtotal": sumsByRate(lines).map(([rateBp, sum]) => ({
            ...amount("cbc:TaxableAmount", sum.net),
            ...amount("cbc:TaxAmount", sum.vat),
            "cac:TaxCategory": sumCategory(document, rateBp),
          })),
        },
        // The VAT in the currency of the VAT return (BT-111).
        ...(euros ? [amountOf("cbc:TaxAmount", euros.vat, euro)] : []),
      ],
      "cac:LegalMonetaryTotal": {
        ...amount("cbc:LineExtensionAmount", net),
        ...amount("cbc:TaxExclusiveAmount", net),
        ...amount("cbc:TaxInclusiveAmount", gross),
        ...amount("cbc:PrepaidAmount", gross),
        ...amount("cbc:PayableAmount", 0),
      },
      "cac:InvoiceLine": lines.map((line, index) => ({
        "cbc:ID": String(index + 1),
        "cbc:InvoicedQuantity": String(line.quantity),
        // The code for pieces in UN/ECE recommendation 20.
        "cbc:InvoicedQuantity@unitCode": "C62",
        ...amount("cbc:LineExtensionAmount", line.net),
        "cac:Item": {
          "cbc:Name": line.name,
          "cac:ClassifiedTaxCategory": lineCategory(document, line.vat_rate_bp),
        },
        // A net amount calculated from a gross amount may not be divisible by the quantity, so the price is for the
        // whole quantity (BT-149).
        "cac:Price": {
          ...amount("cbc:PriceAmount", line.net),
          "cbc:BaseQuantity": String(line.quantity),
          "cbc:BaseQuantity@unitCode": "C62",
        },
      })),
    },
  };
}

const amountOf = (name: string, value: number, currency: string) => ({
  [name]: decimalText(value, currency),
  [`${name}@currencyID`]: currency,
});

function sumsByRate(lines: readonly InvoiceLine[]): [rateBp: number, sum: { net: number; vat: number }][] {
  const sums = new Map<number, { net: number; vat: number }>();
  for (const { vat_rate_bp, net, vat } of lines) {
    const sum = sums.get(vat_rate_bp) ?? { net: 0, vat: 0 };
    sums.set(vat_rate_bp, { net: sum.net + net, vat: sum.vat + vat });
  }
  return [...sums];
}

import { expect, test } from "bun:test";
import { invoiceSchema } from "@e-invoice-eu/core";
import { Ajv2019 } from "ajv/dist/2019";
import { XMLParser } from "fast-xml-parser";
import type { Order } from "#db/queries/orders/orders.ts";
import type { VatConsultation } from "#db/schema/quotes.ts";
import { consumer } from "#test/support/records/orders.ts";
import type { Seller } from "../../core/ports/seller.ts";
import { priceOrder } from "../price-order.ts";
import { factsOf } from "../shared/bill-to.ts";
import type { Euros } from "./euros.ts";
import { creditNoteOf, type InvoiceDocument, invoiceOf } from "./invoice-document.ts";
import { structuredInvoice, ublInvoice } from "./structured-invoice.ts";

const now = new Date("2026-11-18T12:00:00Z");
const seller: Seller = {
  contact: "team@tidewell.test",
  name: "Tidewell & Söhne <GmbH>",
  address: "1 Quay, 20457 Hamburg",
  country: "DE",
  vatId: "DE136695976",
  taxNumber: null,
  vatScheme: "oss",
};
const business = { ...consumer, company: "Acme SAS", vatId: "FR40303265045" };
const confirmed: VatConsultation = {
  status: "valid",
  number: "W1",
  name: null,
  address: null,
  asked_at: now.toISOString(),
};

interface Sale {
  seller?: Partial<Seller>;
  buyer?: Partial<typeof business> | typeof consumer;
  consultation?: VatConsultation | null;
  currency?: string;
  euros?: Euros | null;
}

/** The invoice of an order of two products, with prices and tax decided as usual. */
function invoiceFor({
  seller: changes,
  buyer,
  consultation = null,
  currency = "EUR",
  euros = null,
}: Sale): InvoiceDocument {
  const billing = { ...consumer, ...buyer };
  const by = { ...seller, ...changes };
  const items = [
    { product: "launch" as const, listing_id: 1, quantity: 1, launch_week: null, price: 9900 },
    { product: "billboard" as const, listing_id: 1, quantity: 3, launch_week: "2026-W50", price: 14_933 },
  ];
  const { lines, ...priced } = priceOrder(items, factsOf(billing), consultation, by, now);
  const order = {
    ...priced,
    number: "SW-2026-000001",
    provider: "stripe",
    currency,
    billing,
    lines: lines.map(({ vat_rate_bp, ...line }) => ({ ...line, name: "Launch: “A&B”", vatRateBp: vat_rate_bp })),
  } as unknown as Order;
  return invoiceOf(order, by, euros, "RE-2026-00001", now);
}

const sales: Record<string, Sale & { category: string; percent?: string; code?: string; words?: string }> = {
  domestic: { buyer: { country: "DE", postcode: "20457" }, category: "S", percent: "19" },
  "destination's rate": { buyer: { country: "FI", postcode: "00100" }, category: "S", percent: "25.5" },
  "seller's rate": { seller: { vatScheme: "domestic" }, category: "S", percent: "19" },
  "reverse charge": {
    buyer: business,
    consultation: confirmed,
    category: "AE",
    percent: "0",
    code: "VATEX-EU-AE",
    words: "Reverse charge",
  },
  "outside the EU": {
    buyer: { country: "US", vatId: "12-3456789", company: "Acme Inc.", postcode: "94107" },
    category: "O",
    code: "VATEX-EU-O",
    words: "No EU VAT",
  },
  "an island outside": {
    buyer: { country: "IC", postcode: "35001" },
    category: "O",
    code: "VATEX-EU-O",
    words: "Canary",
  },
  exempt: {
    seller: { vatScheme: "exempt", vatId: null, taxNumber: "143/123/12345" },
    category: "E",
    percent: "0",
    words: "No VAT is charged",
  },
};

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true });
const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);
/** An amount in minor units with its currency. */
const cents = (node: any) => [node["@_currencyID"], Number(String(node["#text"]).replace(".", ""))];

for (const [name, { category, percent, code, words, ...sale }] of Object.entries(sales))
  for (const kind of ["invoice", "credit note"] as const)
    test(`${kind}, ${name}: the XML contains the same data as the document`, async () => {
      const invoice = invoiceFor(sale);
      const document = kind === "invoice" ? invoice : creditNoteOf(invoice, invoice, "RE-2026-00002", now);
      const xml = await structuredInvoice(document);
      const found = parser.parse(xml)[kind === "invoice" ? "Invoice" : "CreditNote"];
      expect(found).toMatchObject({
        CustomizationID: "urn:cen.eu:en16931:2017",
        ID: document.number,
        IssueDate: "2026-11-18",
        DocumentCurrencyCode: "EUR",
        OrderReference: { SalesOrderID: "SW-2026-000001" },
      });
      expect(found.InvoiceTypeCode ?? found.CreditNoteTypeCode).toBe(kind === "invoice" ? "380" : "381");
      expect(found.BillingReference?.InvoiceDocumentReference.ID).toBe(
        kind === "invoice" ? undefined : "RE-2026-00001",
      );

      const total = found.LegalMonetaryTotal;
      expect(cents(total.LineExtensionAmount)).toEqual(["EUR", document.net]);
      expect(cents(total.TaxExclusiveAmount)).toEqual(["EUR", document.net]);
      expect(cents(total.TaxInclusiveAmount)).toEqual(["EUR", document.gross]);
      expect(cents(total.PrepaidAmount)).toEqual(["EUR", document.gross]);
      expect(cents(total.PayableAmount)).toEqual(["EUR", 0]);
      expect(cents(found.TaxTotal.TaxAmount)).toEqual(["EUR", document.vat]);
      const sum = found.TaxTotal.TaxSubtotal;
      expect([cents(sum.TaxableAmount)[1], cents(sum.TaxAmount)[1]]).toEqual([document.net, document.vat]);
      expect(sum.TaxCategory).toMatchObject({ ID: category, TaxScheme: { ID: "VAT" } });
      expect(sum.TaxCategory.Percent).toBe(percent);
      expect(sum.TaxCategory.TaxExemptionReasonCode).toBe(code);
      if (words) expect(sum.TaxCategory.TaxExemptionReason).toContain(words);
      else expect(sum.TaxCategory.TaxExemptionReason).toBeUndefined();

      const lines = list(found.InvoiceLine ?? found.CreditNoteLine);
      expect(lines).toHaveLength(document.lines.length);
      for (const [index, line] of document.lines.entries()) {
        const read = lines[index];
        expect(read.Item.Name.replaceAll("&amp;", "&")).toBe(line.name);
        const quantity = Number((read.InvoicedQuantity ?? read.CreditedQuantity)["#text"]);
        expect(quantity).toBe(line.quantity);
        expect(cents(read.LineExtensionAmount)).toEqual(["EUR", line.net]);
        expect([cents(read.Price.PriceAmount)[1], Number(read.Price.BaseQuantity["#text"])]).toEqual([
          line.net,
          quantity,
        ]);
        expect(read.Item.ClassifiedTaxCategory.ID).toBe(category);
        expect(read.Item.ClassifiedTaxCategory.Percent).toBe(percent);
      }

      const sold = found.AccountingSupplierParty.Party;
      expect(sold.PartyLegalEntity.RegistrationName.replaceAll(/&(amp|lt|gt);/g, decoded)).toBe(document.seller.name!);
      const bought = found.AccountingCustomerParty.Party;
      expect(bought.PartyLegalEntity.RegistrationName).toBe(document.buyer.company ?? document.buyer.name);
      expect(bought.PostalAddress).toMatchObject({ StreetName: "1 Rue du Port", CityName: "Brest" });
      expect([bought.PartyTaxScheme?.CompanyID, bought.PartyIdentification?.ID]).toEqual(
        category === "O"
          ? [undefined, document.buyer.vatId ?? undefined]
          : [document.buyer.vatId ?? undefined, undefined],
      );
      // Outside the scope of VAT, the VAT ID must not appear as one.
      if (category === "O")
        expect([sold.PartyTaxScheme, sold.PartyIdentification.ID]).toEqual([undefined, seller.vatId]);
      else expect(sold.PartyTaxScheme.CompanyID).toBe(document.seller.vatId ?? document.seller.taxNumber);
    });

const decoded = (_: string, name: string) => ({ amp: "&", lt: "<", gt: ">" })[name]!;

test("every tax treatment: the document is valid against the package's schema", () => {
  const isValid = new Ajv2019({ strict: false, allErrors: true }).compile(invoiceSchema);
  for (const [name, sale] of Object.entries(sales)) {
    isValid(ublInvoice(invoiceFor(sale)));
    expect([name, isValid.errors]).toEqual([name, null]);
  }
  isValid({ "ubl:Invoice": { "cbc:ID": "RE-1" } });
  expect(isValid.errors).not.toBeNull();
});

test("sandbox invoice: marked as a test", async () => {
  expect(await structuredInvoice({ ...invoiceFor({}), is_test: true })).toContain("TEST: nothing was sold");
});

test("invoice in another currency: VAT is also stated in euros", async () => {
  const euros = { net: 50_247, vat: 10_049, gross: 60_296, rate: "1.0832", day: "2026-11-17", source: "ECB" };
  const { Invoice } = parser.parse(await structuredInvoice(invoiceFor({ currency: "USD", euros })));
  expect([Invoice.DocumentCurrencyCode, Invoice.TaxCurrencyCode]).toEqual(["USD", "EUR"]);
  expect(Invoice.TaxTotal.map(({ TaxAmount }: any) => cents(TaxAmount))).toEqual([
    ["USD", 10_940],
    ["EUR", 10_049],
  ]);
});

test("net amount not divisible by the quantity: the price applies to all units", async () => {
  const document = invoiceFor({});
  const lines = document.lines.map((line) => ({ ...line, net: 44_750, vat: 8561, gross: 53_311 }));
  const { Invoice } = parser.parse(await structuredInvoice({ ...document, lines }));
  const { Price, InvoicedQuantity } = list(Invoice.InvoiceLine)[1];
  expect([Price.PriceAmount["#text"], Price.BaseQuantity["#text"], InvoicedQuantity["#text"]]).toEqual([
    "447.50",
    "3",
    "3",
  ]);
});

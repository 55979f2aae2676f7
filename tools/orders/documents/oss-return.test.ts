import { expect, test } from "bun:test";
import type { InvoiceDocument } from "./invoice-document.ts";
import { ossInEuros, ossReturn, quarterDays } from "./oss-return.ts";

const document = (changes: Partial<InvoiceDocument> & { country?: string; rate?: number; net?: number }) => {
  const { country = "FR", rate = 2000, net = 9900, ...rest } = changes;
  const vat = (net * rate) / 10_000;
  return {
    kind: "invoice",
    issued_on: "2026-11-18",
    corrects: null,
    is_test: false,
    currency: "EUR",
    lines: [{ name: "Paid launch", quantity: 1, net, vat_rate_bp: rate, vat, gross: net + vat }],
    tax: { treatment: "oss", tax_country: country },
    ...rest,
  } as InvoiceDocument;
};

test("sales: grouped by country and rate; sandbox orders and other treatments are left out", () => {
  const lines = ossReturn([
    document({}),
    document({ net: 2900 }),
    document({ country: "IE", rate: 2300, net: 10_000 }),
    document({ is_test: true }),
    document({ tax: { treatment: "reverse_charge", tax_country: "FR" } as InvoiceDocument["tax"] }),
  ]);
  expect(lines).toEqual([
    { country: "FR", vat_rate_bp: 2000, currency: "EUR", corrects_quarter: null, lines: 2, net: 12_800, vat: 2560 },
    { country: "IE", vat_rate_bp: 2300, currency: "EUR", corrects_quarter: null, lines: 1, net: 10_000, vat: 2300 },
  ]);
});

test("credit note: reduces its own quarter or is listed as a correction of an earlier one", () => {
  const note = (issued_on: string) =>
    document({ kind: "credit_note", corrects: { number: "RE-1", issued_on, is_whole: true } });
  const lines = ossReturn([document({}), note("2026-10-02"), note("2026-09-30")]);
  expect(lines).toMatchObject([
    { corrects_quarter: "2026-Q3", net: -9900, vat: -1980 },
    { corrects_quarter: null, net: 0, vat: 0 },
  ]);
});

test("quarter: three months; invalid names return null", () => {
  expect(quarterDays("2026-q4")).toEqual({ from: "2026-10-01T00:00:00.000Z", until: "2027-01-01T00:00:00.000Z" });
  expect(["2026-Q5", "Q4", "2026"].map(quarterDays)).toEqual([null, null, null]);
});

test("other currencies: converted at the rate of the last day of the line's quarter", async () => {
  const dollars = document({ currency: "USD" });
  const note = { number: "RE-1", issued_on: "2026-09-30", is_whole: true };
  const asked: string[] = [];
  const lines = await ossInEuros(
    ossReturn([document({}), dollars, { ...dollars, kind: "credit_note", corrects: note }]),
    "2026-Q4",
    async (currency, day) => {
      asked.push(`${currency} ${day}`);
      return day === "2026-12-31" ? { rate: "1.0832" } : null;
    },
  );
  expect(asked.sort()).toEqual(["USD 2026-09-30", "USD 2026-12-31"]);
  expect(
    lines.map(({ currency, corrects_quarter, net_eur, vat_eur }) => [currency, corrects_quarter, net_eur, vat_eur]),
  ).toEqual([
    ["EUR", null, 9900, 1980],
    ["USD", "2026-Q3", null, null],
    ["USD", null, 9140, 1828],
  ]);
});

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { VatConsultation } from "#db/schema/quotes.ts";
import type { VatIdStatus } from "#db/schema/vocabulary.ts";
import { type VatCase, vatCases } from "#test/orders/vat-cases.ts";
import { sellerFor } from "#test/support/records/seller.ts";
import { priceOrder } from "../price-order.ts";
import { vatOn } from "./amounts.ts";
import { decideTax } from "./decide-tax.ts";

const consultationOf = (status: VatIdStatus): VatConsultation | null =>
  status === "none" || status === "not_checked"
    ? null
    : { status, number: "WAPIAAAAX", name: null, address: null, asked_at: "2026-11-18T12:00:00.000Z" };

const decide = ({
  seller,
  country,
  postcode,
  id,
  on,
}: Pick<VatCase, "seller" | "country" | "postcode" | "id" | "on">) =>
  decideTax({
    seller: sellerFor(seller),
    billing: { country, postcode, company: null, vat_id: id === "none" ? null : "FR40303265045" },
    consultation: consultationOf(id),
    date: new Date(`${on}T12:00:00Z`),
  });

test.each(
  vatCases.map((one) => [`${one.seller} to ${one.country} ${one.postcode ?? ""} (${one.id}, ${one.on})`, one] as const),
)("%s", (_name, { treatment, bp, ...given }) => {
  const { reason, ...decided } = decide(given);
  expect(decided).toMatchObject({ treatment, rateBp: bp, vat_id_status: given.id });
  expect(reason).toMatch(/^[A-Z].*\.$/);
});

test("VAT cases: more than 80, without duplicates", () => {
  const asked = vatCases.map(({ seller, country, postcode, id, on }) => [seller, country, postcode, id, on].join());
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThan(80);
});

describe("the reason", () => {
  const reason = (given: Partial<VatCase>) =>
    decide({ seller: "DE oss", country: "FR", postcode: null, id: "none", on: "2026-11-18", ...given }).reason;

  test("VAT charged: names the rate, the country and how a business can avoid it", () => {
    expect(reason({})).toBe(
      "VAT of 20% (France) is charged, because VAT is due where the buyer is. With a confirmed VAT ID, a business pays no VAT to the seller and accounts for the VAT itself.",
    );
  });

  test.each(["invalid", "unavailable", "not_checked"] as const)("VAT ID %s: explains what to do", (id) => {
    expect(reason({ id })).toContain("FR40303265045");
    expect(reason({ id })).toMatch(
      { invalid: /Correct it/, unavailable: /later/, not_checked: /Ask the team \(team@tidewell.test\)/ }[id],
    );
  });

  test("outside EU VAT: names where local tax may be due", () => {
    expect(reason({ country: "CH" })).toContain("Switzerland is outside");
    expect(reason({ country: "CH" })).toContain("may be due there");
    expect(reason({ country: "ES", postcode: "35001" })).toContain("the Canary Islands");
    expect(reason({ country: "GB", postcode: "BT1 5GS" })).toContain("goods only");
    expect(reason({ seller: "DE exempt" })).toContain("A business in France may have to account for tax there");
  });
});

const item = fc.record({
  product: fc.constantFrom("launch" as const, "billboard" as const, "sections" as const),
  listing_id: fc.nat(),
  quantity: fc.integer({ min: 1, max: 26 }),
  launch_week: fc.constant(null),
  price: fc.nat({ max: 100_000_000 }),
});

test("any order: totals add up, no amount is negative and rounding is at most half a unit", () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), fc.constantFrom(...vatCases), (items, one) => {
      const billing = { country: one.country, postcode: one.postcode, company: null, vat_id: null };
      const date = new Date(`${one.on}T12:00:00Z`);
      const { lines, net, vat, gross } = priceOrder(items, billing, null, sellerFor(one.seller), date);
      expect(lines).toHaveLength(items.length);
      for (const [i, line] of lines.entries()) {
        expect(line.net).toBe(items[i]!.price * items[i]!.quantity);
        expect(line.gross).toBe(line.net + line.vat);
        // In whole numbers: |vat - net * rate| <= 1/2.
        const off = BigInt(line.vat) * 20_000n - BigInt(line.net) * BigInt(line.vat_rate_bp) * 2n;
        expect(off > -10_000n && off <= 10_000n).toBe(true);
      }
      for (const total of [net, vat, gross]) expect(Number.isSafeInteger(total) && total >= 0).toBe(true);
      expect(net + vat).toBe(gross);
      expect(vat).toBe(lines.reduce((sum, line) => sum + line.vat, 0));
      expect(net).toBe(lines.reduce((sum, line) => sum + line.net, 0));
    }),
  );
});

test.each([
  [50, 1900, 10],
  [250, 2100, 53],
  [1, 5000, 1],
  [1, 4999, 0],
  [9900, 2550, 2525],
])("%d at %d basis points is rounded half up to %d", (net, bp, vat) => expect(vatOn(net, bp)).toBe(vat));

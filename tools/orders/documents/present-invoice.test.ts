import { expect, test } from "bun:test";
import fc from "fast-check";
import type { InvoiceDocument } from "./invoice-document.ts";
import { partOf } from "./present-invoice.ts";

test("partial credits: whole, non-negative and add up to the invoice", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 0, max: 2700 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (net, rateBp, cuts) => {
        const vat = Math.floor((net * rateBp + 5000) / 10_000);
        const line = { name: "Paid launch", quantity: 1, net, vat_rate_bp: rateBp, vat, gross: net + vat };
        const invoice = { order: "SW-2026-000001", lines: [line], net, vat, gross: net + vat } as InvoiceDocument;
        const sums = { net: 0, vat: 0, gross: 0 };
        let left = invoice.gross;
        for (const after of [...cuts.map((cut) => Math.floor(cut * invoice.gross)), 0].sort((a, b) => b - a)) {
          if (after === left) continue;
          const part = partOf({ invoice, left, isOver: false }, after);
          for (const name of ["net", "vat", "gross"] as const) {
            expect(part[name]).toBeGreaterThanOrEqual(0);
            expect(part.lines.reduce((sum, one) => sum + one[name], 0)).toBe(part[name]);
            sums[name] += part[name];
          }
          expect(part.gross).toBe(part.net + part.vat);
          left = after;
        }
        expect(sums).toEqual({ net, vat, gross: net + vat });
      },
    ),
  );
});

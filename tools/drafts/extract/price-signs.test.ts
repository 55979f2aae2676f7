import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findPricing } from "./pricing.ts";
import { readSite } from "./read-site.ts";

type Pages = Parameters<typeof sourceOf>[0];
const pricingOf = (...pages: Pages) => findPricing(readSite(sourceOf(pages))!)?.value ?? null;
const home = (...blocks: [string, string][]) => pricingOf({ title: "Fernleaf", blocks });

test("goods by weight or including tax: paid", () => {
  expect(home(["h1", "Kue kering"], ["div", "1–4 kg Rp 90.000/kg"])).toBe("paid");
  const goods = ["1.200.000₫ đã gồm VAT", "1.400.000₫ đã gồm VAT", "2.100.000₫ đã gồm VAT"];
  expect(
    pricingOf(
      { title: "Fernleaf", blocks: [["p", "Nhắn tin để nhận báo giá."]] },
      { url: "https://fernleaf.example/san-pham.html", blocks: goods.map((text): ["a", string] => ["a", text]) },
    ),
  ).toBe("paid");
});

test("property prices and subsidies: no price", () => {
  expect(home(["h1", "Квартиры у моря"], ["a", "от 950,000 ₪"], ["a", "До 3,000 ₪/мес субсидия"])).toBeNull();
});

test("free start with a one-time price: freemium", () => {
  expect(home(["h1", "Öva inför provet"], ["p", "Gratis att börja · Premium 99 kr engångspris"])).toBe("freemium");
});

test("services that all ask for a quote: contact; a single one: unknown", () => {
  const page = (count: number) => ({
    url: "https://fernleaf.example/palvelut.html",
    blocks: Array.from({ length: count }, (): ["a", string] => ["a", "Pyydä tarjous →"]),
  });
  expect(pricingOf({ title: "Fernleaf" }, page(3))).toBe("contact");
  expect(pricingOf({ title: "Fernleaf" }, page(1))).toBeNull();
});

test("licence in the footer: the product's", () => {
  const foot = (text: string) => pricingOf({ title: "Fernleaf", blocks: [["p", text, "footer"]] });
  expect(foot("MIT License")).toBe("open-source");
  expect(foot("Icons by Wren, MIT License")).toBeNull();
  expect(home(["h2", "License"], ["p", "The license keeps fernleaf free for gardeners."])).toBe("free");
});

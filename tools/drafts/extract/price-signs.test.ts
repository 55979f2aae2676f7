import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findPricing } from "./pricing.ts";
import { readSite } from "./read-site.ts";

type Pages = Parameters<typeof sourceOf>[0];
const pricingOf = (...pages: Pages) => findPricing(readSite(sourceOf(pages))!)?.value ?? null;
const home = (...blocks: [string, string][]) => pricingOf({ title: "Fernleaf", blocks });

test("goods by the kilo and with their tax are paid for", () => {
  expect(home(["h1", "Kue kering"], ["div", "1–4 kg Rp 90.000/kg"])).toBe("paid");
  const goods = ["1.200.000₫ đã gồm VAT", "1.400.000₫ đã gồm VAT", "2.100.000₫ đã gồm VAT"];
  expect(
    pricingOf(
      { title: "Fernleaf", blocks: [["p", "Nhắn tin để nhận báo giá."]] },
      { url: "https://fernleaf.example/san-pham.html", blocks: goods.map((text): ["a", string] => ["a", text]) },
    ),
  ).toBe("paid");
});

test("what a house costs, and what the state gives for it, is no price of who lists it", () => {
  expect(home(["h1", "Квартиры у моря"], ["a", "от 950,000 ₪"], ["a", "До 3,000 ₪/мес субсидия"])).toBeNull();
});

test("the price of one payment stands beside what is free to begin with", () => {
  expect(home(["h1", "Öva inför provet"], ["p", "Gratis att börja · Premium 99 kr engångspris"])).toBe("freemium");
});

test("services on a page of their own that all ask to be quoted for are sold so; one of them says nothing", () => {
  const page = (count: number) => ({
    url: "https://fernleaf.example/palvelut.html",
    blocks: Array.from({ length: count }, (): ["a", string] => ["a", "Pyydä tarjous →"]),
  });
  expect(pricingOf({ title: "Fernleaf" }, page(3))).toBe("contact");
  expect(pricingOf({ title: "Fernleaf" }, page(1))).toBeNull();
});

test("a licence alone at the foot of the page is the product's, and one may keep it free", () => {
  const foot = (text: string) => pricingOf({ title: "Fernleaf", blocks: [["p", text, "footer"]] });
  expect(foot("MIT License")).toBe("open-source");
  expect(foot("Icons by Wren, MIT License")).toBeNull();
  expect(home(["h2", "License"], ["p", "The license keeps fernleaf free for gardeners."])).toBe("free");
});

import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { readSite } from "./read-site.ts";
import { findOnPage } from "./web-product.ts";

type Page = Parameters<typeof sourceOf>[0][0];
const isOnPage = (page: Page, isInstalled = false) => findOnPage(readSite(sourceOf([page]))!, isInstalled) !== null;

test.each([
  ["Fernleaf – online calculator for beds", true],
  ["Plateforme en ligne pour jardiniers", true],
  ["Herramienta online para huertos", true],
  ["Kalkulator nawozów", true],
  ["園芸のシミュレーター", true],
  ["We develop web-based software for gardens", false],
  ["Agence : logiciels web pour jardiniers", false],
  ["A code editor that understands web design", false],
  ["Kalkulator ogrodu – agencja interaktywna", false],
  ["Bread for offices", false],
])("%p: used in the browser %p", (title, expected) => {
  expect(isOnPage({ title })).toBe(expected);
});

test("page with input and output: the product itself", () => {
  const tool: Page = {
    title: "Bulk codes",
    blocks: [
      ["label", "Links, one a line"],
      ["label", "Size"],
      ["button", "Generate"],
    ],
  };
  expect(isOnPage(tool)).toBe(true);
  expect(isOnPage(tool, true)).toBe(false);
  expect(isOnPage({ blocks: [["div", "Bilder hierher ziehen oder auswählen"]] })).toBe(true);
  const controls = Array.from({ length: 14 }, (_, index): [string, string] => ["button", `Layer ${index}`]);
  expect(isOnPage({ blocks: [["h1", "Map"], ...controls] })).toBe(true);
});

test("contact form or goods: not a web product", () => {
  const form: [string, string][] = [
    ["label", "Your name"],
    ["label", "E-mail"],
    ["div", "Drop your drawings here"],
    ["button", "Calculate"],
  ];
  expect(isOnPage({ blocks: form })).toBe(false);
  const controls = Array.from({ length: 24 }, (_, index): [string, string] => ["button", `Layer ${index}`]);
  expect(isOnPage({ blocks: [...form, ...controls] })).toBe(true);
  const request: [string, string][] = [
    ["div", "Перетягніть файли сюди"],
    ["button", "Надіслати запит"],
  ];
  expect(isOnPage({ blocks: request })).toBe(false);
  const jsonLd = [{ "@type": ["Product"], name: "Lamp" }];
  expect(isOnPage({ title: "Kalkulator lamp", jsonLd })).toBe(false);
});

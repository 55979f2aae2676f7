import { expect, test } from "bun:test";
import { isNoise } from "../extract/noise.ts";
import { isForSale, isUnready, placeholderKind } from "./placeholder.ts";
import { isNotFoundPage } from "./soft-404.ts";

const page = (title: string, heading: string, text = "") => ({
  title,
  blocks: [
    { tag: "h1", region: "main" as const, text: heading },
    { tag: "p", region: "main" as const, text },
  ],
});

test('"not found" texts in many languages: detected', () => {
  for (const words of [
    "404",
    "Error 404 – Acme",
    "Page not found",
    "Oops! That page can’t be found",
    "Seite nicht gefunden",
    "Page introuvable",
    "Página no encontrada",
    "ページが見つかりません",
    "الصفحة غير موجودة",
  ]) {
    expect([words, isNotFoundPage(page(words, "Oh"))]).toEqual([words, true]);
    expect([words, isNotFoundPage(page("Acme", words))]).toEqual([words, true]);
  }
});

test("page that only mentions 404: not a soft 404", () => {
  expect(isNotFoundPage(page("Acme", "Never see a 404 again", "We watch your links. ".repeat(100)))).toBe(false);
  expect(isNotFoundPage(page("Pricing", "14040 customers"))).toBe(false);
  expect(isNotFoundPage(page("Acme", "Bread", "Not found in shops"))).toBe(false);
});

test("parked, for-sale and coming-soon pages: detected", () => {
  const says = (title: string, heading: string, text = "") => placeholderKind(page(title, heading, text));
  expect(says("acme.example", "acme.example is for sale", "This domain is for sale.")).toContain("for sale");
  expect(says("acme.example", "Buy this domain")).toContain("for sale");
  expect(says("Welcome to nginx!", "Welcome to nginx!")).toContain("web server");
  expect(says("Index of /", "Index of /")).toContain("web server");
  expect(says("Acme", "This account has been suspended")).toContain("suspended");
  expect(says("Acme", "Coming soon")).toContain("not ready");
  expect(says("Acme", "Invoices for bakers", "Apps for Android coming soon. ".repeat(20))).toBeNull();
  expect(says("Acme", "We sell houses", "This house is for sale.")).toBeNull();
});

test("for-sale and coming-soon texts in many languages: detected; product texts: not", () => {
  for (const text of ["Este domínio está à venda", "Domena na sprzedaż: zapytaj", "此域名正在出售"]) {
    expect([text, isForSale(text)]).toEqual([text, true]);
    expect(isNoise(text)).toBe(true);
  }
  for (const text of [
    "Site em construção",
    "Strona w budowie",
    "ただいま準備中です",
    "Estem refent la nostra pàgina web",
  ])
    expect([text, isUnready(text)]).toEqual([text, true]);
  expect(isUnready("Software for sites under constructional load")).toBe(false);
  expect(isForSale("Manage every domain you own, and its certificates")).toBe(false);
});

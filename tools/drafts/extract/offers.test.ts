import { expect, test } from "bun:test";
import { crawledPage } from "#test/support/fakes/crawled-page.ts";
import { readPage } from "../crawl/read-page.ts";
import { standsIn } from "../shared/quotes.ts";
import { findPlans } from "./plans.ts";
import { readSite } from "./read-site.ts";

/** The plans of a pricing page whose JSON-LD has these things, each as "name price currency period: quote". */
function plansOf(things: object[], body = "<p>Our prices</p>"): string[] {
  const scripts = things.map((thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`);
  const bytes = new TextEncoder().encode(
    `<!doctype html><title>Pricing</title><main>${body}</main>${scripts.join("")}`,
  );
  const url = "https://fernleaf.example/pricing";
  const fetchedAt = "2026-11-20T10:00:00Z";
  const { page } = readPage({ bytes, contentType: "text/html", url, fetchedAt, isRendered: false });
  const home = crawledPage({ meta: { description: "Keeps each note as a text file in a folder of your own." } });
  const found = findPlans(readSite({ url: home.url, pages: [home, page], categories: [] })!, "Fernleaf");
  return (found?.value ?? []).map(({ name, price, currency, per }, i) => {
    const { quote } = found!.quotes[i]!;
    expect(standsIn(page, quote)).toBe(true);
    return `${name} ${price} ${currency} ${per}: ${quote}`;
  });
}

const app = (...offers: unknown[]) => ({ "@type": "WebApplication", name: "Fernleaf", offers });
const priced = (specification: object) => ({
  "@type": "Offer",
  name: "Team",
  priceSpecification: { "@type": "UnitPriceSpecification", price: "29.00", priceCurrency: "EUR", ...specification },
});
const free = { "@type": "Offer", name: "Free", price: 0, priceCurrency: "EUR" };

test.each<[specification: object, period: string, unit: string]>([
  [{ billingDuration: "P1M" }, "month", "P1M"],
  [{ billingDuration: 1, unitCode: "MON" }, "month", "MON"],
  [{ billingDuration: 12, unitCode: "MON" }, "year", "MON"],
  [{ referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "ANN" } }, "year", "ANN"],
  [{ unitText: "per user per month" }, "seat_month", "per user per month"],
  [{ unitText: "seat", billingDuration: "P1Y", unitCode: "C62" }, "seat_year", "seat … P1Y"],
])("price of a specification with %j", (specification, period, unit) => {
  expect(plansOf([app(priced(specification))])).toEqual([`Team 2900 EUR ${period}: Team … 29.00 … EUR … ${unit}`]);
});

test("period in the name or beside the price in the description", () => {
  const offer = { "@type": "Offer", priceCurrency: "USD" };
  const monthly = { ...offer, name: "Solo (monthly)", price: 9 };
  const described = { ...offer, name: "Team", price: "19.50", description: "For crews. USD 19.50 per month for all." };
  const range = { "@type": "AggregateOffer", lowPrice: 9, highPrice: 19.5, offers: [monthly, described] };
  expect(plansOf([{ "@type": "Product", name: "Fernleaf", offers: range }])).toEqual([
    "Solo (monthly) 900 USD month: USD … Solo (monthly) … 9",
    "Team 1950 USD month: USD … Team … 19.50 … USD 19.50 per month",
  ]);
});

test("free plan: before the paid ones; zero after them means on request, and zero alone may be anything", () => {
  const plans = plansOf([app(free, priced({ billingDuration: "P1M" }), { ...free, name: "Town" })]);
  expect(plans.map((plan) => plan.split(":")[0])).toEqual(["Free 0 EUR month", "Team 2900 EUR month"]);
  expect(plansOf([app(free)])).toEqual([]);
  expect(plansOf([app({ ...free, name: "Free trial" }, priced({}))])).toEqual([]);
});

test.each<[string, object[]]>([
  ["no period", [app(priced({}))]],
  ["a quarter", [app(priced({ billingDuration: "P3M" }))]],
  ["three months", [app(priced({ billingDuration: 3, unitCode: "MON" }))]],
  ["two periods", [app(priced({ billingDuration: "P1M", unitText: "year" }))]],
  [
    "two prices",
    [app({ ...free, name: "Team", price: 9, priceSpecification: [{ unitText: "month" }, { unitText: "month" }] })],
  ],
  ["the same name with two prices", [app(priced({ unitText: "month" }), priced({ unitText: "year" }))]],
  ["two currencies", [app(priced({ unitText: "month" }), { ...free, name: "Solo", priceCurrency: "CHF" })]],
  ["no currency", [app({ "@type": "Offer", name: "Team", price: 9 })]],
  ["an amount that is not a number", [app(priced({ unitText: "month", price: "1,299.00" }))]],
  ["a range", [app({ "@type": "AggregateOffer", lowPrice: 9, highPrice: 29, priceCurrency: "EUR" })]],
  ["a shop", ["Leaf", "Fern"].map((name) => ({ "@type": "Product", name, offers: priced({ unitText: "month" }) }))],
])("unknown: %s", (_, things) => {
  expect(plansOf(things)).toEqual([]);
});

test("plans in the text go before offers", () => {
  const card = (name: string, price: string) => `<div><h3>${name}</h3><p>${price}</p></div>`;
  const body = `<div>${card("Solo", "€9 / month")}${card("Crew", "€19 / month")}</div>`;
  expect(plansOf([app(priced({ billingDuration: "P1M" }))], body)).toEqual([
    "Solo 900 EUR month: Solo €9 / month",
    "Crew 1900 EUR month: Crew €19 / month",
  ]);
});

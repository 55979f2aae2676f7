import { expect, test } from "bun:test";
import { crawledPage } from "#test/support/fakes/crawled-page.ts";
import { readPage } from "../crawl/read-page.ts";
import { standsIn } from "../shared/quotes.ts";
import { findPlans } from "./plans.ts";
import { readSite } from "./read-site.ts";

/** The plans of a pricing page, each as "name price currency period". */
function plansIn(body: string, { url = "https://fernleaf.example/pricing", lang = "en" } = {}): string[] {
  const html = `<!doctype html><html lang="${lang}"><title>Pricing</title><main>${body}</main>`;
  const bytes = new TextEncoder().encode(html);
  const fetchedAt = "2026-11-20T10:00:00Z";
  const { page } = readPage({ bytes, contentType: "text/html", url, fetchedAt, isRendered: false });
  const home = crawledPage({
    url: new URL("/", url).href,
    meta: { description: "Keeps each note as a text file in a folder of your own." },
  });
  const { value, quotes } = findPlans(
    readSite({ url: home.url, pages: [home, page], categories: [] })!,
    "Fernleaf",
  ) ?? {
    value: [],
    quotes: [],
  };
  expect(quotes).toHaveLength(value.length);
  for (const [i, { name }] of value.entries()) {
    expect(standsIn(page, quotes[i]!.quote)).toBe(true);
    if (name !== "Fernleaf") expect(quotes[i]!.quote).toContain(name);
  }
  return value.map(({ name, price, currency, per }) => `${name} ${price} ${currency} ${per}`);
}

const card = (name: string, price: string, more = "") =>
  `<div><h3>${name}</h3><p>For walkers</p><div>${price}</div><ul><li>100 notes</li><li>$5 of credit</li></ul>${more}</div>`;
const two = (first: string, second: string) =>
  `<h1>Pricing</h1><div>${card("Solo", first)}${card("Team", second)}</div>`;

test("cards: name, price and period of each plan", () => {
  expect(
    plansIn(two("<span>$</span><span>0</span>", "<div>$12</div><div>per user / month, billed yearly</div>")),
  ).toEqual(["Solo 0 USD month", "Team 1200 USD seat_month"]);
  const flat =
    "<h3>Basis</h3><p>9,90 € / Monat</p><h3>Profi</h3><p>1.290 € pro Jahr</p><h2>Fragen</h2><p>Keine 3 € mehr.</p>";
  expect(plansIn(flat, { lang: "de" })).toEqual(["Basis 990 EUR month", "Profi 129000 EUR year"]);
  const eyebrow = (name: string, price: string) => `<div><div>${name}</div><h3>The whole job</h3><p>${price}</p></div>`;
  expect(plansIn(`<div>${eyebrow("Free", "€0")}${eyebrow("⚡ Pro · one-time purchase", "€9.99 once")}</div>`)).toEqual([
    "Free 0 EUR month",
    "Pro 999 EUR once",
  ]);
});

test("names: not prices, sentences or the start of a phrase", () => {
  const headings = (name: string, price: string) =>
    `<div><h3>${name}</h3><div><h3>${price}</h3><p>All of it</p></div></div>`;
  expect(plansIn(`<div>${headings("Solo", "Free")}${headings("Village", "6 € / month")}</div>`)).toEqual([
    "Solo 0 EUR month",
    "Village 600 EUR month",
  ]);
  const above = `<div><div>Free</div><h3>Solo</h3><p>€0</p></div><div><h3>Team</h3><p>€9/mo</p></div>`;
  expect(plansIn(`<div>${above}</div>`)).toEqual(["Solo 0 EUR month", "Team 900 EUR month"]);
  const large = (name: string, price: string) => `<div><h4>${name}</h4><h1>${price}</h1></div>`;
  expect(plansIn(`<div>${large("Basic", "$20 / mo")}${large("Gold", "$50 / mo")}</div>`)).toEqual([
    "Basic 2000 USD month",
    "Gold 5000 USD month",
  ]);
  const eyebrow = (text: string, name: string, price: string) =>
    `<div><div>${text}</div><div>${name}</div><div>${price}</div></div>`;
  expect(plansIn(`<div>${eyebrow("Discover", "Free", "€0")}${eyebrow("For walkers", "Pro", "€9/mo")}</div>`)).toEqual([
    "Free 0 EUR month",
    "Pro 900 EUR month",
  ]);
  expect(plansIn(`<div><p>renewal €900/year</p><p>or €90/month</p></div>`)).toEqual([]);
});

test("names: not amounts or numbers of users; labels with usual names", () => {
  const steps = (name: string, price: string) => `<div><p>${name}</p><p>${price}</p></div>`;
  expect(plansIn(`<div>${steps("1 - 50 users", "€9/mo")}${steps("51 - 120 users", "€8/mo")}</div>`)).toEqual([]);
  expect(plansIn(two("<h4>from 90 EUR per event</h4>", "<h4>from 70 EUR per event</h4>"))).toEqual([
    "Solo 9000 EUR usage",
    "Team 7000 EUR usage",
  ]);
  expect(plansIn(two("€9/mo", "€20/mo").replace("Solo", "Solo Max 100"))).toEqual([
    "Solo 900 EUR month",
    "Team 2000 EUR month",
  ]);
  expect(plansIn(two("€9/mo", "€20/mo").replace("Solo", "Total for you"))).toEqual(["Team 2000 EUR month"]);
  const labelled = (label: string, name: string, price: string) =>
    `<div><div>${label}</div><h3>${name}</h3><div>${price}</div></div>`;
  const both = labelled("無料", "Fernleaf", "無料") + labelled("Pro", "Fernleaf Pro", "€9 / 月");
  expect(plansIn(`<div>${both}</div>`, { lang: "ja" })).toEqual(["無料 0 EUR month", "Pro 900 EUR month"]);
});

test("a label or motto in a card: not the name if the page has another text twice, otherwise unknown", () => {
  const named = (lines: string[], price: string) =>
    `<div>${[...lines, price].map((line) => `<div>${line}</div>`).join("")}</div>`;
  const both = (first: string[]) => `<div>${named(first, "€9/mo")}${named(["Village"], "€20/mo")}</div>`;
  const label = "What we use ourselves";
  expect(plansIn(both([label, "Hamlet"]))).toEqual(["Village 2000 EUR month"]);
  const labels = `${named([label, "Hamlet"], "€9/mo")}${named(["The whole job", "Village"], "€20/mo")}`;
  expect(plansIn(`<div>${labels}</div>`)).toEqual([]);
  const usual = `${named(["Free", "Starter"], "€0")}${named(["Pro"], "€9/mo")}${named(["Scale", "Team"], "€20/mo")}`;
  expect(plansIn(`<div>${usual}${named(["Growth"], "€30/mo")}</div>`)).toEqual([
    "Pro 900 EUR month",
    "Growth 3000 EUR month",
  ]);
  expect(plansIn(`${both([label, "Hamlet"])}<p>Hamlet has no limit.</p>`)).toEqual([
    "Hamlet 900 EUR month",
    "Village 2000 EUR month",
  ]);
  expect(plansIn(two("€9/mo", "€20/mo").replace("Solo", "Solo Recommended"))).toEqual([
    "Solo 900 EUR month",
    "Team 2000 EUR month",
  ]);
});

test("trials and prices that come later: not plans", () => {
  expect(plansIn(two("€9/mo", "€20/mo").replace("Solo", "Free trial"))).toEqual(["Team 2000 EUR month"]);
  expect(plansIn(two("<p>The report for €90 is not in it, and sold apart.</p><p>€9/mo</p>", "€20/mo"))).toEqual([
    "Solo 900 EUR month",
    "Team 2000 EUR month",
  ]);
  expect(plansIn(two("$0 <p>then $0.01 / credit</p>", "$9/mo"))).toEqual(["Solo 0 USD month", "Team 900 USD month"]);
});

test("a name in two languages, or a button as a name: not a plan", () => {
  const both = "<span>Solo</span><span>Соло</span>";
  expect(plansIn(two("€9/mo", "€20/mo").replace("Solo", both))).toEqual(["Team 2000 EUR month"]);
  expect(plansIn(two("Free", "€20/mo").replace("Solo", "Create account"))).toEqual(["Team 2000 EUR month"]);
});

test("a name far from its price: that of a plan only in a row of such cards", () => {
  const far = (name: string, amount = 9) =>
    `<div><h3>${name}</h3><p>${"Notes for long walks. ".repeat(20)}</p><p>€${amount} a month</p></div>`;
  expect(plansIn(`<div>${far("Solo")}${far("Team")}</div>`)).toEqual([]);
  expect(plansIn(`<div>${far("Hamlet")}${far("Village", 20)}${far("Town", 30)}</div>`)).toEqual([
    "Hamlet 900 EUR month",
    "Village 2000 EUR month",
    "Town 3000 EUR month",
  ]);
});

test("a long price: read from its start; packs count less than plans", () => {
  const details = "$7.99 /month <span>7 day free trial</span> <span>Perfect for a walk before you buy a boat</span>";
  expect(plansIn(two("$0", details))).toEqual(["Solo 0 USD month", "Team 799 USD month"]);
  const pack = (name: string) => `<div><h4>${name}</h4><p>$20 / 20 reports</p></div>`;
  const both = `${two("$0", "$9/mo")}<div>${pack("Ten")}${pack("Twenty")}${pack("Thirty")}</div>`;
  expect(plansIn(both)).toEqual(["Solo 0 USD month", "Team 900 USD month"]);
});

test("free plan: by its price or its name; a free trial is not one", () => {
  expect(plansIn(two("Free", "£9/mo"))).toEqual(["Solo 0 GBP month", "Team 900 GBP month"]);
  expect(plansIn(`<div>${card("Free", "Forever")}${card("Pro", "£9/mo")}</div>`)).toEqual([
    "Free 0 GBP month",
    "Pro 900 GBP month",
  ]);
  expect(plansIn(two("Free", "£9").replace("Solo", "Basic"))).toEqual(["Basic 0 GBP month"]);
  expect(plansIn(two("Ücretsiz", "9 ₺ / ay"), { lang: "tr" })).toEqual(["Solo 0 TRY month", "Team 900 TRY month"]);
  expect(plansIn(two("<p>Free trial</p><p>Free</p>", "$9/mo"))).toEqual(["Team 900 USD month"]);
  expect(plansIn(two("<p>No trial, no card</p><p>Free</p>", "$9/mo"))).toEqual([
    "Solo 0 USD month",
    "Team 900 USD month",
  ]);
  expect(plansIn(two("Free / forever", "£9/mo"))).toEqual(["Solo 0 GBP month", "Team 900 GBP month"]);
  expect(plansIn(two("$8/mo", "$9/mo").replace("Solo", "Free · with ads"))).toEqual(["Team 900 USD month"]);
  expect(plansIn(two("$0 / 14 days", "$9/mo"))).toEqual(["Team 900 USD month"]);
  expect(plansIn(`<div>${card("Free plan", "$0")}${card("Artists", "$0")}${card("Pro", "$9/mo")}</div>`)).toEqual([
    "Free plan 0 USD month",
    "Pro 900 USD month",
  ]);
});

test("card of one list: the first item may be the price", () => {
  const list = (name: string, ...items: string[]) =>
    `<div><h3>${name}</h3><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul></div>`;
  const lists = list("Hamlet", "€9 per month", "100 notes") + list("Village", "€20 per month", "Maps for €2 per month");
  expect(plansIn(`<div>${lists}</div>`)).toEqual(["Hamlet 900 EUR month", "Village 2000 EUR month"]);
  expect(plansIn(`<div>${list("Hamlet", "100 notes", "€9 per month")}${list("Village", "Maps")}</div>`)).toEqual([]);
});

test("names: periods, if a card has no other name", () => {
  const cards = ["1 month", "12 months"].map((name, i) => `<div><div>${name}</div><div>€${9 - i}/mo</div></div>`);
  expect(plansIn(`<div>${cards.join("")}</div>`)).toEqual(["1 month 900 EUR month", "12 months 800 EUR month"]);
});

test("table: plans in the first row or the first column", () => {
  const columns = `<table><tr><th></th><th>Basic</th><th>Plus</th></tr><tr><td>Notes</td><td>10</td><td>20</td></tr>
    <tr><td>Price</td><td>€5 / month</td><td>€50 a year</td></tr></table>`;
  expect(plansIn(columns)).toEqual(["Basic 500 EUR month", "Plus 5000 EUR year"]);
  const rows = `<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>€5 / month</td></tr>
    <tr><td>Plus</td><td>€9 / month</td></tr></table>`;
  expect(plansIn(rows)).toEqual(["Basic 500 EUR month", "Plus 900 EUR month"]);
});

const written: [text: string, plan: string, lang?: string][] = [
  ["$1,299.50 per month", "129950 USD month"],
  ["CHF 1’200.– pro Jahr", "120000 CHF year"],
  ["1 200 zł / miesiąc", "120000 PLN month"],
  ["¥1,200 / 月", "1200 JPY month", "ja"],
  ["99 kr / mån", "9900 SEK month", "sv"],
  ["A$15 per seat per year", "1500 AUD seat_year"],
  ["$15 AUD a month", "1500 AUD month"],
  ["US$9 monthly per user", "900 USD seat_month"],
  ["$99 billed annually", "9900 USD year"],
  ["$49 lifetime", "4900 USD once"],
  ["$49 upfront", "4900 USD once"],
  ["€0.02 per call", "2 EUR usage"],
  ["19 ₪ /в месяц", "1900 ILS month", "ru"],
  ["99 Kč/měs.", "9900 CZK month", "cs"],
  ["49 € par mois", "4900 EUR month", "fr"],
  ["$49/mois", "4900 USD month", "fr"],
  ["9 € par mois et par utilisateur", "900 EUR seat_month", "fr"],
  ["9 € all'anno", "900 EUR year", "it"],
  ["9 € pago único", "900 EUR once", "es"],
  ["9 € HT / mois", "900 EUR month", "fr"],
  ["月額1,200円（税込）", "1200 JPY month", "ja"],
  ["1,200円（税込）/月", "1200 JPY month", "ja"],
  ["<p>Pro Yearly</p> €90", "9000 EUR year"],
  ["<p>9 € 6 €</p> / month / month — billed yearly", "900 EUR month"],
  ["€5 / month, €60 billed annually", "6000 EUR year"],
  ["€90 per 12 months", "9000 EUR year"],
  ["$12/mo, or $10/mo billed annually", "1200 USD month"],
  ["$10/mo (billed yearly) $12/mo (billed monthly)", "1200 USD month"],
  ["$12/mese <p>o $10/mese con piano annuale</p>", "1200 USD month", "it"],
  ["$12/mo, that's $1/month for each cat", "1200 USD month"],
  ["$0.10 / 1,000 requests", "10 USD usage"],
  ["500 ₽в месяц", "50000 RUB month", "ru"],
  ["1.499 ₺ <p>aylık • KDV dahil</p>", "149900 TRY month", "tr"],
  ["980円<p>月額</p>", "980 JPY month", "ja"],
  ["月額980円 / 年額 9,800円", "980 JPY month", "ja"],
  ["Monthly €9 Yearly €90", "900 EUR month"],
  ["<p>€9</p><p>Monthly</p><p>€90</p><p>Yearly</p>", "900 EUR month"],
  ["$9<span>/mo</span><span>billed yearly</span>", "900 USD month"],
  ["$9 user/month", "900 USD seat_month"],
  ["9 €/siège <p>Facturé mensuellement</p>", "900 EUR seat_month", "fr"],
  ["$9/شهر", "900 USD month", "ar"],
  ["RM29 / month", "2900 MYR month"],
  ["99 元/人/年", "9900 CNY seat_year", "zh"],
  ["$49 / 영구", "4900 USD once", "ko"],
  ["9 €/empleado al mes", "900 EUR seat_month", "es"],
  ["Pay once: $9", "900 USD once"],
  ["$9 once <p>INR 799</p>", "900 USD once"],
  ["₩4,900 / 월 <p>$3.99 / 월</p>", "4900 KRW month", "ko"],
  ["<span class=line-through>$20</span> $12/mo", "1200 USD month"],
  ["$15 / month <p>$5/mo for each additional user</p>", "1500 USD month"],
  ["$15 / month <p>Additional notes</p>", "1500 USD month"],
  ["R$ 29,00 R$ 249,00 /mês /ano", "2900 BRL month", "pt"],
  ["Preço/mês R$ 29,90", "2990 BRL month", "pt"],
  ["¥9,800 <p>4月30日まで</p><p>税込 · 買い切り</p>", "9800 JPY once", "ja"],
  ["9 € <p>/empleado·mes</p>", "900 EUR seat_month", "es"],
  ["$9/月", "900 USD month", "zh"],
];
test("price: its amount, currency and period in many forms", () => {
  for (const [text, plan, lang] of written)
    expect([text, ...plansIn(two(text, text), { lang })]).toEqual([text, `Solo ${plan}`, `Team ${plan}`]);
});

test.each([
  ["no period", "$12"],
  ["an amount beside a number", "$0<span>14 days</span>"],
  ["two prices with the same period", "$12/mo $10/mo"],
  ["range", "$5–$10/mo"],
  ["range with a dash and spaces", "$5 — $10/mo"],
  ["range from free", "Free — $10/mo"],
  ["at least", "$35+/mo"],
  ["a seat, billed yearly", "$9/user <p>Billed yearly</p>"],
  ["thousands", "$10k/mo"],
  ["years that are counted", "$12 Year 1"],
  ["savings", "Save $20/mo"],
  ["a period that we have no name for", "$5 / week"],
  ["a currency of several countries", "kr 99 / month"],
  ["a sentence", "Every month, you pay us no more than the $12 / month that you paid before."],
  ["on request", "Contact us"],
  ["a price for each month and amount", "$5 per month per GB"],
  ["a price for each month and computer", "$5 /mo per computer"],
])("unknown: %s", (_, text) => {
  expect(plansIn(two(text, "$9/mo")).filter((plan) => plan.startsWith("Solo"))).toEqual([]);
});

test("dollars: American where the domain is not only that of a country", () => {
  const url = "https://fernleaf.co/pricing";
  expect(plansIn(two("$12/mo", "$20/mo"), { url })).toEqual(["Solo 1200 USD month", "Team 2000 USD month"]);
});

test("dollars: unknown if the page may mean another country's", () => {
  for (const [url, lang] of [
    ["https://fernleaf.com.au/pricing", "en"],
    ["https://fernleaf.example/precios", "es"],
    ["https://fernleaf.example/pricing", "en-CA"],
  ] as const)
    expect([url, plansIn(two("$12/mo", "$20/mo"), { url, lang })]).toEqual([url, []]);
  expect(plansIn(`${two("$12/mo", "$20/mo")}<p>CAD and CAM in one tool.</p>`)).toEqual([
    "Solo 1200 USD month",
    "Team 2000 USD month",
  ]);
  expect(plansIn(`${two("$12/mo", "$20/mo")}<p>All prices are in CAD.</p>`)).toEqual([
    "Solo 1200 CAD month",
    "Team 2000 CAD month",
  ]);
  const offer = '<script type="application/ld+json">{"@type":"Offer","priceCurrency":"AUD"}</script>';
  for (const note of ["<p>All prices in AUD.</p>", offer])
    expect(plansIn(`${two("$12/mo", "$20/mo")}${note}`)).toEqual(["Solo 1200 AUD month", "Team 2000 AUD month"]);
});

test("former prices, badges and single prices: not plans", () => {
  expect(plansIn(two("<s>$20</s> $12/mo", "<del>$30/mo</del> $20/mo"))).toEqual([
    "Solo 1200 USD month",
    "Team 2000 USD month",
  ]);
  const popular = `<div><div><span>Most popular</span><h3>Solo</h3><p>€5/mo</p></div>${card("Team", "€9/mo")}</div>`;
  expect(plansIn(popular)).toEqual(["Solo 500 EUR month", "Team 900 EUR month"]);
  expect(plansIn("<h2>A walk in the woods</h2><p>€5 a month, with maps for €2 a month</p>")).toEqual([]);
  for (const name of ["Premium", "Fernleaf Premium"])
    expect(plansIn(`<div><h3>${name}</h3><p>€5 a month</p></div>`)).toEqual([`${name} 500 EUR month`]);
});

test("the only price of a pricing page: that of the product", () => {
  const sentence = "<h1>Fernleaf costs €9 once.</h1><p>No subscription.</p><a>Buy for €9</a>";
  expect(plansIn(sentence)).toEqual(["Fernleaf 900 EUR once"]);
  expect(plansIn(`${sentence}<p>Others cost €90 a year.</p>`)).toEqual([]);
  expect(plansIn("<h1>Lifetime license €9</h1>")).toEqual(["Fernleaf 900 EUR once"]);
  expect(plansIn("<h1>Only €9</h1>")).toEqual([]);
});

test("a comparison with other products: only the product's own price", () => {
  const row = (name: string, price: string) => `<tr><td>${name}</td><td>${price}</td></tr>`;
  const table = `<table><tr><th>Tool</th><th>Price</th></tr>${row("Fernleaf", "€9 once")}${row("Brackennotes", "€90/yr")}</table>`;
  expect(plansIn(table)).toEqual(["Fernleaf 900 EUR once"]);
  expect(plansIn(table.replaceAll("Fernleaf", "Fern Co"))).toEqual([
    "Fern Co 900 EUR once",
    "Brackennotes 9000 EUR year",
  ]);
});

test("a single price beside plans on request: that of a plan", () => {
  expect(plansIn(two("€9/mo", "Custom quote").replace("Solo", "Hamlet"))).toEqual(["Hamlet 900 EUR month"]);
  expect(plansIn(two("€9/mo", "As you like").replace("Solo", "Hamlet"))).toEqual([]);
});

test("names in different elements: usual names and headings; not limits or costs", () => {
  const named = (name: string, motto: string, price: string) =>
    `<div><div>${name}</div><h3>${motto}</h3><p>${price}</p></div>`;
  const cards = [named("First", "Hamlet", "€0"), named("Pro", "Village", "€9/mo"), named("Third", "Town", "€20/mo")];
  expect(plansIn(`<div>${cards.join("")}</div>`)).toEqual([
    "Hamlet 0 EUR month",
    "Pro 900 EUR month",
    "Town 2000 EUR month",
  ]);
  const limits = named("Walker", "Up to 30 notes", "€9/mo") + named("Guide", "Up to 90 notes", "€20/mo");
  expect(plansIn(`<div>${limits}</div>`)).toEqual(["Walker 900 EUR month", "Guide 2000 EUR month"]);
  const ribbon = `<div><div>Free forever</div><div>Free</div><p>€0</p></div><div><div>Pro</div><p>€9/mo</p></div>`;
  expect(plansIn(`<div>${ribbon}</div>`)).toEqual(["Free 0 EUR month", "Pro 900 EUR month"]);
  const costs = named("For you", "Yearly cost", "€9/mo") + named("For a team", "Savings each year", "€20/mo");
  expect(plansIn(`<div>${costs}</div>`)).toEqual([]);
  const fee = (name: string, price: string) => `<div><h3>${name}</h3><p>${price}</p><p>Einmalig: 90 €</p></div>`;
  expect(plansIn(`<div>${fee("Dorf", "9 € / Monat")}${fee("Stadt", "20 € / Monat")}</div>`, { lang: "de" })).toEqual([
    "Dorf 900 EUR month",
    "Stadt 2000 EUR month",
  ]);
});

test("cents in small type: part of the price; zeros that a script replaces: unknown", () => {
  expect(plansIn(two("$9<sup>99</sup>/mo", "<span>$19</span><span class=price-cents>.50</span>/mo"))).toEqual([
    "Team 1950 USD month",
  ]);
  expect(plansIn(two("$0/mo", "$0/mo"))).toEqual([]);
  expect(plansIn(two("Free", "$0/mo"))).toEqual([]);
});

test("add-ons and amounts beside a row of plans: left out", () => {
  const extras = `<div><div>Optional add-ons</div><div>${card("Maps", "€2/mo")}${card("Tides", "€3/mo")}${card("Peaks", "€4/mo")}</div></div>`;
  expect(plansIn(`<section>${two("€9/mo", "€20/mo")}</section><section>${extras}</section>`)).toEqual([
    "Solo 900 EUR month",
    "Team 2000 EUR month",
  ]);
  const beside = `<div>${card("Ten people without us", "€35/mo")}</div>`;
  expect(
    plansIn(`<div>${beside}<div>${card("Village", "€9/mo")}${card("Town", "€20/mo")}</div>${beside}</div>`),
  ).toEqual(["Village 900 EUR month", "Town 2000 EUR month"]);
});

test("panes behind a switch: the first one, even if the second one has more prices", () => {
  const pane = (solo: string, team: string) =>
    `<div>${card("Solo", solo)}${card("Team", team)}${card("Town", "€40/mo")}</div>`;
  expect(plansIn(`<div>${pane("Contact us", "€9/mo")}${pane("€4/mo", "€7/mo")}</div>`)).toEqual([
    "Team 900 EUR month",
    "Town 4000 EUR month",
  ]);
});

test("the same name with two prices, as behind a switch: unknown", () => {
  const tab = (price: string) => `<div>${card("Solo", price)}${card("Team", "€20/mo")}</div>`;
  expect(plansIn(`<div>${card("Solo", "€9/mo")}${card("Solo", "€7/mo")}${card("Team", "€20/mo")}</div>`)).toEqual([
    "Team 2000 EUR month",
  ]);
  expect(plansIn(`${tab("€9/mo")}<p>Solo plan (€9/mo)</p>`)).toEqual(["Solo 900 EUR month", "Team 2000 EUR month"]);
  expect(plansIn(`${tab("€9/mo")}${tab("€9/mo")}`)).toEqual(["Solo 900 EUR month", "Team 2000 EUR month"]);
});

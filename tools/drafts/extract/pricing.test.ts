import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findPricing } from "./pricing.ts";
import { readSite } from "./read-site.ts";

type Page = Parameters<typeof sourceOf>[0][0];
const pricingOf = (...pages: Page[]) => findPricing(readSite(sourceOf(pages))!)?.value ?? null;
const blocks = (tag: string, ...texts: string[]) => texts.map((text): [string, string] => [tag, text]);
const onPricingPage = (...texts: string[]) =>
  pricingOf({ title: "Fernleaf" }, { url: "https://fernleaf.example/pricing", blocks: blocks("p", ...texts) });
const app = (...prices: (string | number)[]): Page => ({
  jsonLd: [{ "@type": ["SoftwareApplication"], name: "Fernleaf", offers: prices.map((price) => ({ price })) }],
});
const licence = "Fernleaf is open source, released under the MIT licence.";
const links: [string, string][] = [["https://github.com/fernleaf/fernleaf", "GitHub"]];

test.each<[string, string, Page]>([
  ["open-source", "licence and repository", { blocks: blocks("p", licence), links }],
  ["open-source", "licence in the footer", { blocks: [["p", "MIT License", "footer"]] }],
  ["freemium", "free plan and price", { blocks: blocks("div", "$ 0 /month", "$ 5 /month") }],
  ["freemium", "offers with and without a price", app("0", "12.00")],
  ["paid", "price with a period", { blocks: blocks("p", "1.3 €per user / month") }],
  ["paid", "offer with a price", app(189)],
  ["paid", "three amounts that stand alone", { blocks: blocks("div", "89 €", "120 €", "95 €") }],
  ["free", "statement", { blocks: blocks("p", "Free / macOS 13+ / No account") }],
  ["free", "title", { title: "Free leaf generator" }],
  ["free", "main heading", { blocks: blocks("h1", "Tamamen ücretsiz not uygulaması") }],
  ["free", "offer without a price", app(0)],
  ["contact", "request for a quote", { blocks: blocks("a", "Richiedi una demo gratuita.") }],
])("%s: stated by %s", (model, _, page) => {
  expect(pricingOf(page)).toBe(model as never);
});

test.each([
  [["Starter: $0", "Studio: $12 / month"], "freemium"],
  [["Für ein Fahrzeug kostenlos, danach 4,90 € im Monat."], "freemium"],
  [["البرنامج مجاني حتى خمسين نخلة، وبعدها 20 ريال في الشهر."], "freemium"],
  [["無料プランと、月額480円のプレミアムプランがあります。"], "freemium"],
  [["Grátis para começar.", "R$ 49 por mês depois."], "freemium"],
  [["Gratis att börja, sedan 49 kr i månaden."], "freemium"],
  [["Village: £19 a month", "Town: £49 a month"], "paid"],
  [["£189.00, in stock. Free shipping."], "paid"],
  [["The first month is free, then 9 € per month."], "paid"],
  [["Start your 14-day free trial. $9 per user per month."], "paid"],
  [["月額三千三百円（税込）です。最初の二か月は無料でお試しいただけます。"], "paid"],
  [["$0 / 15 días", "$0.75 mensual por estudiante"], "paid"],
  [["30 gün boyunca ücretsiz", "₺999 / ay"], "paid"],
  [["Plano Motorista", "R$ 35,00/mês", "Assinar", "Comenzar gratis"], "paid"],
  [["Kurs podstawowy kat. B: 1400 zł"], "paid"],
  [["₺499 / ay, 14 gün ücretsiz deneme"], "paid"],
  [["Безкоштовна консультація. 500 грн на місяць."], "paid"],
  [["✓ Suport și actualizări gratuite", "49 RON / lună"], "paid"],
  [["アップデート無料", "月額480円"], "paid"],
  [["Il primo mese di canone è completamente gratuito, poi €55 al mese."], "paid"],
  [["Básico", "S/49/mes"], "paid"],
  [["Prix : 20.000 CLP / mes"], "paid"],
  [["4 990 Ft/hó"], "paid"],
  [["299 Kč měsíčně, 299 Kč / měsíc"], "paid"],
  [["50 € pro Stunde"], "paid"],
  [["S/. 400 /MENSUAL"], "paid"],
  [["Fra 75.650 kr inkl. mva"], "paid"],
  [["料金：1,000円（80%OFF）"], "paid"],
] as [string[], string][])("pricing page with %j: %p", (texts, model) => {
  expect(onPricingPage(...texts)).toBe(model as never);
});

test.each([
  [["Fernleaf is free of charge for everyone."]],
  [["Contact sales for a quote."]],
  [["Kostenlose Erstberatung für alle."]],
  [["Tilskud op til 3.000 kr. pr. måned"]],
  [["Le sanzioni partono da €3.000."]],
  [["Ingresso gratuito (€0)"]],
  [["Coût élevé : environ 30 €/utilisateur/mois ailleurs"]],
  [["Licensed in 20 states, offshore for all 50 states. Try 3 of them."]],
  [["Nos plans comprennent un import totalement gratuit de vos fichiers.", "30 € / mois"]],
])("pricing page from which no model is certain, %j: null", (texts) => {
  expect(onPricingPage(...texts)).toBeNull();
});

test.each<[string, Page]>([
  ["licence without a repository", { blocks: blocks("p", licence) }],
  ["licence of other software", { blocks: blocks("p", "Built on open-source libraries."), links }],
  ["turnover and savings", { blocks: blocks("p", "Our customers saved $2,000,000 last year. We raised $10M.") }],
  ["figures in a screenshot", { blocks: blocks("td", "CHF 323’000", "CHF 98’000", "CHF 64’000") }],
  ["two amounts", { blocks: blocks("div", "100 zł", "150 zł") }],
  ["amounts beside a free offer", { ...app(0), blocks: blocks("div", "$4,406.90", "$141.69", "$12.50") }],
  ["amounts beside a free statement", { blocks: blocks("div", "Tamamen ücretsiz", "₺20.000", "₺35.000") }],
  ["free statement and a paid upgrade", { blocks: blocks("p", "Это бесплатно. Есть платный премиум с заметками.") }],
  [
    "free statement beside a menu with prices",
    {
      blocks: [
        ["a", "Precios", "nav"],
        ["h1", "Herramienta gratuita"],
      ],
    },
  ],
  ["free offer with a demo", { ...app(0), blocks: blocks("a", "Book a demo") }],
  ["question", { blocks: blocks("h3", "Is it really free?") }],
  ["something else for free", { blocks: blocks("div", "Diagnóstico gratuito") }],
  ["delivery for nothing", { blocks: blocks("p", "€ 0 verzendkosten") }],
  ["counter", { blocks: blocks("div", "Open invoices: $0") }],
  ["amount of zero", { blocks: blocks("div", "R$0") }],
  ["free of something", { blocks: blocks("p", "Write without distraction: ad-free, and feel free to share.") }],
  ["trial", { meta: { description: "Jetzt kostenlos testen." } }],
  ["quote for free", { meta: { description: "Demandez gratuitement un devis." } }],
  ["free registration", { blocks: blocks("h1", "メンバー登録は無料、たったの1分。") }],
  ["free quota", { meta: { description: "Sprawdź, co obejmuje darmowa pula." } }],
])("%s on the home page: null", (_, page) => {
  expect(pricingOf({ title: "Fernleaf", ...page })).toBeNull();
});

test("articles, comparisons and other pages: ignored", () => {
  for (const path of ["blog/free-notes", "compare-note-apps", "lamps-of-glass"])
    expect(
      pricingOf({ title: "Fernleaf" }, { url: `https://fernleaf.example/${path}`, blocks: blocks("p", "€9 a month") }),
    ).toBeNull();
});

test.each([
  ["fr", "Tirez gratuitement une carte chaque matin."],
  ["de", "Notizen ohne Anmeldung kostenlos schreiben."],
  ["ja", "無料で使えるノート。"],
])("description in %p says that the product is free, %j: free", (lang, description) => {
  expect(pricingOf({ title: "Fernleaf", lang, meta: { description } })).toBe("free");
});

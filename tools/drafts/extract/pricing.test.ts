import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findPricing } from "./pricing.ts";
import { readSite } from "./read-site.ts";

type Pages = Parameters<typeof sourceOf>[0];
const pricingOf = (...pages: Pages) => findPricing(readSite(sourceOf(pages))!)?.value ?? null;
const plans = (...texts: string[]) => [
  { title: "Fernleaf" },
  { url: "https://fernleaf.example/pricing", blocks: texts.map((text): ["p", string] => ["p", text]) },
];

test.each([
  [["Starter: $0", "Studio: $12 / month"], "freemium"],
  [["Village: £19 a month", "Town: £49 a month"], "paid"],
  [["£189.00, in stock. Free shipping."], "paid"],
  [["The first month is free, then 9 € per month."], "paid"],
  [["Start your 14-day free trial. $9 per user per month."], "paid"],
  [["Für ein Fahrzeug kostenlos, danach 4,90 € im Monat."], "freemium"],
  [["البرنامج مجاني حتى خمسين نخلة، وبعدها 20 ريال في الشهر."], "freemium"],
  [["月額三千三百円（税込）です。最初の二か月は無料でお試しいただけます。"], "paid"],
  [["無料プランと、月額480円のプレミアムプランがあります。"], "freemium"],
  [["Contact sales for a quote."], "contact"],
  [["Fernleaf is free of charge for everyone."], "free"],
  [["$0 / 15 días", "$0.75 mensual por estudiante"], "paid"],
  [["30 gün boyunca ücretsiz", "₺999 / ay"], "paid"],
  [["Strumento gratuito per tutti"], null],
  [["初期費用 0円・月額 9,900円"], "paid"],
  [["Zarezerwuj darmową wejściówkę"], null],
  [["Plano Motorista", "R$ 35,00/mês", "Assinar"], "paid"],
  [["Kurs podstawowy kat. B: 1400 zł"], "paid"],
  [["Grátis para começar.", "R$ 49 por mês depois."], "freemium"],
  [["₺499 / ay, 14 gün ücretsiz deneme"], "paid"],
  [["Безкоштовна консультація. 500 грн на місяць."], "paid"],
  [["Richiedi una demo gratuita."], "contact"],
  [["Kostenlose Erstberatung für alle."], null],
  [["✓ Suport și actualizări gratuite", "49 RON / lună"], "paid"],
  [["Güncellemeler ücretsiz", "₺499 / ay"], "paid"],
  [["アップデート無料", "月額480円"], "paid"],
  [["Gratis att börja, sedan 49 kr i månaden."], "freemium"],
  [["Tilskud op til 3.000 kr. pr. måned"], null],
  [["Le sanzioni partono da €3.000."], null],
  [["Ingresso gratuito (€0)"], null],
  [["Para informações sobre os planos e o valor do investimento, entre em contato."], "contact"],
  [["Il primo mese di canone è completamente gratuito, poi €55 al mese."], "paid"],
  [["A free consultation before every job."], null],
  [["Básico", "S/49/mes"], "paid"],
  [["Piloto", "Gratis", "Profesional", "Contact sales for a quote."], "freemium"],
  [["Write without distraction: ad-free, and feel free to share."], null],
] as [string[], string | null][])("pricing page with %j: %p", (texts, model) => {
  expect(pricingOf(...plans(...texts))).toBe(model as never);
});

test('"free" in prose far down the page: ignored', () => {
  const filler = Array.from({ length: 14 }, (_, i): [string, string] => ["p", `Elbise ve etek seçkisi, bölüm ${i}.`]);
  const prose = "Reklam verenler, kullanıcıların davranışını uzun zamandır ücretsiz araçlar ve oyunlar ile izliyor.";
  expect(pricingOf({ title: "Fernleaf", blocks: [...filler, ["p", prose]] })).toBeNull();
  expect(pricingOf({ title: "Fernleaf", blocks: [["h1", "Tamamen ücretsiz not uygulaması"]] })).toBe("free");
});

test("other amounts outside the pricing page: no prices", () => {
  expect(pricingOf({ blocks: [["p", "Our customers saved $2,000,000 last year. We raised $10M."]] })).toBeNull();
});

test("JSON-LD offers: read; zero price counts only without contradiction", () => {
  const app = (...prices: (string | number)[]) => ({
    jsonLd: [{ "@type": ["SoftwareApplication"], name: "Fernleaf", offers: prices.map((price) => ({ price })) }],
  });
  expect(pricingOf(app("0", "12.00"))).toBe("freemium");
  expect(pricingOf(app(189))).toBe("paid");
  expect(pricingOf(app(0))).toBe("free");
  expect(pricingOf({ ...app(0), blocks: [["a", "Book a demo"]] })).toBe("contact");
});

test("open source: needs a licence and a repository", () => {
  const licence: ["p", string] = ["p", "Fernleaf is open source, released under the MIT licence."];
  const links: [string, string][] = [["https://github.com/fernleaf/fernleaf", "GitHub"]];
  expect(pricingOf({ blocks: [licence], links })).toBe("open-source");
  expect(pricingOf({ blocks: [licence] })).toBeNull();
  expect(pricingOf({ blocks: [["p", "Built on open-source libraries."]], links })).toBeNull();
});

test("question: ignored, its answer counts", () => {
  const asked: ["h3", string] = ["h3", "Is it really free?"];
  expect(pricingOf({ blocks: [asked, ["p", "Yes. A foundation pays for it."]] })).toBe("free");
  expect(pricingOf({ blocks: [asked, ["p", "No, somebody has to pay us."]] })).toBeNull();
});

test('"free" for other things or on comparison pages: ignored', () => {
  const home = { title: "Fernleaf", meta: { description: "Sprawdź, co obejmuje darmowa pula." } };
  expect(pricingOf(home)).toBeNull();
  const others = { url: "https://fernleaf.example/compare-note-apps", blocks: [["li", "Cost: free forever"]] };
  expect(pricingOf({ title: "Fernleaf" }, others as Pages[0])).toBeNull();
  const [first, page] = plans("€49.90 once");
  const table = { ...page, blocks: [...page!.blocks!, ["td", "€0"]] } as Pages[0];
  expect(pricingOf(first!, table)).toBe("paid");
});

test('"free" beside unread prices or as a counter: ignored', () => {
  const menu: [string, string, "nav"] = ["a", "Precios", "nav"];
  const free: [string, string] = ["div", "Herramienta gratuita"];
  expect(pricingOf({ blocks: [menu, free] })).toBeNull();
  expect(pricingOf({ blocks: [free] })).toBe("free");
  expect(pricingOf({ blocks: [free, ["p", "Nuestros paquetes cuestan desde 2.500 €."]] })).toBe("paid");
  expect(pricingOf({ blocks: [["div", "Diagnóstico gratuito"]] })).toBeNull();
  expect(pricingOf({ blocks: [["div", "Revenue today: $0 ▲ 12 %"]] })).toBeNull();
});

test('"start free" button: a trial, not free', () => {
  const [home, page] = plans("€9 per month");
  const button = { ...page, blocks: [...page!.blocks!, ["button", "Comenzar gratis"]] } as Pages[0];
  expect(pricingOf(home!, button)).toBe("paid");
});

test("adjacent amounts: plans, including zero a month; button: asks for a quote", () => {
  const amounts: [string, string][] = [
    ["div", "100 zł"],
    ["div", "150 zł"],
  ];
  expect(pricingOf({ blocks: amounts })).toBe("paid");
  expect(pricingOf({ blocks: amounts.slice(1) })).toBeNull();
  expect(
    pricingOf({
      blocks: [
        ["div", "$ 0 /month"],
        ["div", "$ 5 /month"],
      ],
    }),
  ).toBe("freemium");
  expect(pricingOf({ blocks: [["div", "Fra 75.650 kr inkl. mva"]] })).toBe("paid");
  expect(pricingOf({ blocks: [["a", "Obtenir un devis"]] })).toBe("contact");
});

test("words like currency codes, amounts beside free items: no prices", () => {
  expect(pricingOf(...plans("Licensed in 20 states, offshore for all 50 states. Try 3 of them."))).toBeNull();
  const figures: [string, string][] = [
    ["div", "₺20.000"],
    ["div", "₺35.000"],
  ];
  expect(pricingOf({ blocks: [["div", "Tamamen ücretsiz"], ...figures] })).toBe("free");
});

test("amounts under a pricing heading: prices until the next heading", () => {
  const section: [string, string][] = [
    ["h2", "Preise"],
    ["h3", "Hof und Weg"],
    ["p", "Ab zwei Gespannen: 140 €"],
  ];
  expect(pricingOf({ title: "Fernleaf", lang: "de", blocks: section })).toBe("paid");
  const other = { url: "https://fernleaf.example/leistungen-im-herbst", blocks: section };
  expect(pricingOf({ title: "Fernleaf", lang: "de" }, other as Pages[0])).toBe("paid");
  const after: [string, string][] = [
    ["h2", "Preise"],
    ["p", "Nach Aufwand."],
    ["h2", "Unsere Spendenaktion"],
    ["p", "140 € kamen zusammen."],
  ];
  expect(pricingOf({ title: "Fernleaf", lang: "de", blocks: after })).toBeNull();
});

test('amount on a button: paid; with a "free" title: freemium', () => {
  const button: ["button", string] = ["button", "Get the report now for 24,99 €"];
  expect(pricingOf({ title: "Fernleaf", blocks: [button] })).toBe("paid");
  expect(pricingOf({ title: "Free leaf generator", blocks: [button] })).toBe("freemium");
  expect(
    pricingOf({
      title: "Fernleaf",
      blocks: [["a", "How the village raised 2.000 € in one rainy evening, told by all."]],
    }),
  ).toBeNull();
});

test("rows of goods and JSON-LD products: paid", () => {
  const goods: [string, string][] = ["89 €", "120 €", "95 €"].map((text) => ["div", text]);
  const shelf = (blocks: [string, string][]) => ({ url: "https://fernleaf.example/lamps-of-glass", blocks });
  expect(pricingOf({ title: "Fernleaf" }, shelf(goods) as Pages[0])).toBe("paid");
  expect(pricingOf({ title: "Fernleaf" }, shelf(goods.slice(1)) as Pages[0])).toBeNull();
  const lamp = (price: number) => ({ "@type": ["Product"], name: "Lamp", offers: { price } });
  expect(pricingOf({ title: "Fernleaf", jsonLd: [lamp(89), lamp(120)] })).toBe("paid");
});

test.each([
  ["fr", "Tirez gratuitement une carte chaque matin.", "free"],
  ["fr", "Essayez gratuitement Fernleaf.", null],
  ["fr", "Demandez gratuitement un devis.", null],
  ["de", "Notizen kostenlos schreiben und teilen.", "free"],
  ["de", "Jetzt kostenlos testen.", null],
  ["de", "Notizen ohne Anmeldung kostenlos schreiben.", "free"],
  ["ja", "無料で使えるノート。", "free"],
])("description in %p with %j: %p", (lang, description, model) => {
  expect(pricingOf({ title: "Fernleaf", lang, meta: { description } })).toBe(model as never);
});

test.each([
  [["100 % gratuit en bêta"], "free"],
  [["Prix : 20.000 CLP / mes"], "paid"],
  [["49 kr/mnd"], "paid"],
  [["4 990 Ft/hó"], "paid"],
  [["299 Kč měsíčně, 299 Kč / měsíc"], "paid"],
  [["50 € pro Stunde"], "paid"],
  [["Kérjen árajánlatot!"], "contact"],
  [["Få et tilbud"], "contact"],
  [["Coût élevé : environ 30 €/utilisateur/mois ailleurs"], null],
  [["Nos plans comprennent un import totalement gratuit de vos anciens fichiers.", "30 € / mois"], "paid"],
] as [string[], string | null][])("pricing page with %j: %p", (texts, model) => {
  expect(pricingOf(...plans(...texts))).toBe(model as never);
});

test.each([
  [["0 zł koszt wyceny i dojazdu"], "contact"],
  [["無料登録で、初回10%OFF。"], null],
  [["メンバー登録は無料、たったの1分。"], null],
  [["登録不要、完全無料のノート。"], "free"],
  [["Да, начать можно бесплатно. Есть платный премиум с безлимитными заметками."], "freemium"],
  [["Toutes les notes sont gratuites. Premium ajoute le partage à plusieurs."], "freemium"],
  [["It's free to use right now. Paid plans will come later."], "free"],
  [["S/. 400 /MENSUAL"], "paid"],
] as [string[], string | null][])("pricing page with %j: %p", (texts, model) => {
  expect(pricingOf(...plans(...texts))).toBe(model as never);
});

test("quote link in the menu: contact if nothing else is known", () => {
  const menu = (text: string, ...blocks: [string, string][]) => pricingOf({ blocks: [["a", text, "nav"], ...blocks] });
  expect(menu("Offerte aanvragen")).toBe("contact");
  expect(menu("Book a demo")).toBeNull();
  expect(menu("Offerte aanvragen", ["p", "€ 20 per maand"])).toBe("paid");
});

test('"free of" something: not a price', () => {
  const asked: [string, string][] = [
    ["h2", "Is Fernleaf alcohol-free?"],
    ["p", "Yes, completely: it is brewed without."],
  ];
  expect(pricingOf({ blocks: asked })).toBeNull();
});

test("goods with free extras: paid", () => {
  const shop = (text: string, ...more: [string, string][]): Pages[0] => ({
    title: "Fernleaf",
    blocks: [["button", "In winkelwagen"], ["p", text], ...more],
  });
  expect(pricingOf(shop("€ 0 verzendkosten vanaf € 100"))).toBe("paid");
  expect(pricingOf(shop("Alles voor de tuin."))).toBe("paid");
  for (const text of ["Koszyk (0)", "Добавить в корзину", "🛒 Ajouter au panier", "カートに入れる"])
    expect(pricingOf({ title: "Fernleaf", blocks: [["a", text, "header"]] })).toBe("paid");
});

test.each([
  [["a", "Ajánlatot kérek"], "contact"],
  [["h2", "Besoin d'un devis ? Contactez-nous !"], "contact"],
  [["h2", "Devis et factures"], null],
  [["a", "Book your systems audit"], "contact"],
  [["h2", "Einmal zahlen, für immer nutzen"], "paid"],
  [["p", "Free / macOS 13+ / No account"], "free"],
  [["p", "Guides for gardeners. Free."], "free"],
  [["p", "✓ Kostenlos ✓ Werbefrei"], "free"],
  [["div", "R$0"], null],
  [["p", "1.3 €per user / month"], "paid"],
  [["li", "料金：1,000円（80%OFF）"], "paid"],
] as [[string, string], string | null][])("home page with %j: %p", (block, model) => {
  expect(pricingOf({ title: "Fernleaf", blocks: [block] })).toBe(model as never);
});

test("figures in product screenshots: no prices", () => {
  const figures: [string, string][] = ["CHF 323’000", "CHF 98’000", "CHF 64’000"].map((text) => ["td", text]);
  expect(pricingOf({ title: "Fernleaf", blocks: figures })).toBeNull();
  const prices: [string, string][] = ["$4,406.90", "$141.69", "$12.50"].map((text) => ["div", text]);
  const jsonLd = [{ "@type": ["WebApplication"], name: "Fernleaf", offers: [{ price: "0" }] }];
  expect(pricingOf({ title: "Fernleaf", blocks: prices, jsonLd })).toBe("free");
});

test("heading of another page with a free version: freemium", () => {
  const other = { url: "https://fernleaf.example/assistant", blocks: [["h1", "Assistant – version gratuite"]] };
  expect(pricingOf({ title: "Fernleaf" }, other as Pages[0])).toBe("freemium");
});

import { expect, test } from "bun:test";
import { demoCategories } from "#db/seed/content.ts";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import type { DraftCategory } from "../shared/writing.ts";
import { findCategories } from "./categories.ts";
import { readSite } from "./read-site.ts";

const categories = demoCategories("main").map((category) => ({ parent: null, ...category }));
const categoriesOf = (page: Parameters<typeof sourceOf>[0][0], name = "", among: DraftCategory[] = categories) =>
  findCategories(readSite(sourceOf([page]))!, among, name, []);
const said = (title: string, description: string) => ({ title, meta: { description } });

test.each([
  [said("Invoices for bakeries", "Invoices and payment reminders for small bakeries."), "invoicing"],
  [said("Uptime checks", "Uptime monitoring and a status page for small sites."), "monitoring"],
  [said("The photo archive", "A photo gallery for families with large photo collections."), "photo-galleries"],
  [said("Beetplaner", "Plant den Gemüsegarten: Beete, Sorten und Fruchtfolge im Garten."), "gardening"],
  [said("レシートの家計簿", "撮るだけの家計簿アプリです。"), "budgeting"],
  [said("Webey – Randevu Al", "Yakınındaki kuaförlerden online randevu al."), "scheduling"],
  [said("Medisch Centrum", "Behandeling van pijn in onze kliniek."), "health"],
  [said("Fernleaf – Pracovní listy", "Dětské matematické pracovní listy s příběhem pro školáky."), "learning"],
  [said("Ocieplenia i elewacje | Fernleaf", "Ocieplenia, tynki i elewacje w całej okolicy."), "home"],
  [said("Fernleaf – Hydration tracker", "Fernleaf is a hydration tracker that respects your sleep."), "health"],
  [said("Fernleaf – Din indkøbsapp", "En indkøbsliste, der finder de billigste dagligvarer."), "home"],
  [said("CSV工具箱 - 文件合并", "合并和分割CSV文件的桌面工具。"), "data"],
  [{ ...said("Masáže a relaxace", "Profesionální masáže v klidném prostředí."), lang: "cs" }, "health"],
  [{ ...said("Päivän pörssiuutiset", "Seuraa osakkeita ja pörssikursseja."), lang: "fi" }, "money"],
  [{ ...said("Software gestionale per cantieri", "Il gestionale per imprese edili."), lang: "it" }, "productivity"],
  [said("Kastelen in het noorden", "Ontdek kastelen en plan je bezoek."), "travel"],
  [said("Scripts for YouTube", "Writes scripts for YouTube in minutes."), "video"],
  [{ ...said("Fernleaf – Aprèn anglès", "Exercicis interactius per aprendre anglès."), lang: "ca" }, "languages"],
  [{ ...said("Fernleaf – Klara teoriprovet", "Övningsfrågor och provsimulering."), lang: "sv" }, "learning"],
  [{ ...said("Fernleaf – note medicale", "Note medicale pentru pacienți și medici."), lang: "ro" }, "health"],
  [{ ...said("Discord botu Fernleaf", "Discord sunucuları için moderasyon."), lang: "tr" }, "communities"],
  [{ ...said("Fernleaf – голосове введення", "Голосове введення і диктування тексту."), lang: "uk" }, "productivity"],
  [said("Fernleaf – private messenger", "Peer-to-peer messaging in a private network."), "privacy-security"],
  [said("فاتورة", "برنامج يساعد الشركات على إصدار الفواتير."), "invoicing"],
])("%j: category %p", (page, slug) => {
  const found = categoriesOf(page);
  expect(found.value[0]).toBe(slug);
  expect(found.quotes.length).toBeGreaterThan(0);
});

test("applicationCategory in JSON-LD: counts", () => {
  const thing = { "@type": ["SoftwareApplication"], name: "Fernleaf", applicationCategory: "HealthApplication" };
  expect(
    categoriesOf({ title: "Fernleaf", jsonLd: [thing], blocks: [["p", "Reminders for patients."]] }).value,
  ).toContain("health");
});

test("passing words: no category", () => {
  for (const page of [
    said("Velora", "A bedside lamp that dims with the evening."),
    said("Crisply", "Snacks for offices. Bring data, forms and your home address."),
  ])
    expect(categoriesOf(page).value).toEqual([]);
});

test("product name: ignored", () => {
  expect(
    categoriesOf(said("Garden", "Garden plans snacks for offices. Garden counts what is left."), "Garden").value,
  ).toEqual([]);
});

test("nothing fits: no miscellaneous category", () => {
  const misc = [{ slug: "misc", name: "Miscellaneous", description: "Bedside lamps and all else.", parent: null }];
  expect(categoriesOf(said("Bedside lamps", "Bedside lamps."), "", misc).value).toEqual([]);
});

test("keyword stuffing: low weight", () => {
  const stuffing = "travel, travel app, best travel, free travel, travel tool, travel online, hotel travel, top travel";
  const page = said(stuffing, stuffing);
  expect(
    categoriesOf({
      ...page,
      blocks: [
        ["h1", "Invoices for bakeries"],
        ["p", "Invoicing made from delivery notes."],
      ],
    }).value[0],
  ).toBe("invoicing");
});

test("word in a single text: no category", () => {
  const logging: [string, string][] = [
    ["p", "Logging in takes a second."],
    ["p", "Logging out too."],
  ];
  expect(categoriesOf({ title: "Harbour", meta: { description: "Boats and berths." }, blocks: logging }).value).toEqual(
    [],
  );
  const photos: [string, string][] = [
    ["h3", "Fotos com GPS"],
    ["p", "Tire fotos pelo app."],
  ];
  expect(
    categoriesOf({ title: "Sua fazenda no mapa", meta: { description: "Compare suas safras." }, blocks: photos }).value,
  ).toEqual([]);
});

test("English word in another language, or negated feature: no category", () => {
  const french =
    "Des prévisions et des alertes pour les surfeurs de la côte, avec une messagerie et les conditions du jour pour vous.";
  const page = {
    title: "Alertes houle",
    meta: { description: french },
    lang: "fr",
    blocks: [["p", french]] as ["p", string][],
  };
  expect(categoriesOf(page).value).toEqual([]);
  expect(categoriesOf(said("No subscription, no budget", "Works without a budget.")).value).toEqual([]);
});

test("word in a compound, accessory or list item: no category", () => {
  for (const page of [
    said("The Fern programming language", "A programming language for people who know other languages."),
    said("Big buttons for calls", "Easy calls with big photos, for people with photos of their family."),
    said("EMS Call Logging", "Call logging for ambulances. Each call in its place."),
    said(
      "Shift rules for shops",
      "Pay rates of many awards. Covers hospitality, retail, health professionals and health care.",
    ),
  ]) {
    const { value } = categoriesOf(page);
    for (const slug of ["languages", "photo-galleries", "monitoring", "health"]) expect(value).not.toContain(slug);
  }
});

test("katakana word within another: no match", () => {
  expect(
    categoriesOf({ lang: "ja", ...said("政府渉外プラットフォーム", "渉外を支えるプラットフォームです。") }).value,
  ).toEqual([]);
});

test("word of another language: ignored", () => {
  const spanish = "Abierto hasta las ocho, hasta el domingo, con pan de masa madre para las familias del barrio.";
  expect(categoriesOf({ ...said("Hasta luego, horno de pan", spanish), lang: "es" }).value).toEqual([]);
  const turkish = "Hastalar için randevu ve hatırlatma: klinikler hastalarını tek yerden izler.";
  expect(categoriesOf({ ...said("Hastalar ve klinikler için takip", turkish), lang: "tr" }).value).toContain("health");
  const hungarian = "Számlázó program kisboltoknak: számlák és számlázás telefonról.";
  expect(categoriesOf({ ...said("Számlázás kisboltoknak", hungarian), lang: "hu" }).value[0]).toBe("invoicing");
});

test("target audience or words of a category description: no category", () => {
  expect(
    categoriesOf(said("Student rooms near the harbour", "Rooms for students, furnished and quiet.")).value,
  ).toEqual([]);
  expect(categoriesOf(said("Fernleaf teaches your parrot", "Teach your parrot while you are away.")).value).toEqual([]);
});

test("JSON-LD category: not a generic word, and equally frequent categories are added", () => {
  const thing = { "@type": ["SoftwareApplication"], name: "Fernleaf", applicationCategory: "Photo & Video" };
  const page = { ...said("Fernleaf", "Keeps photos and videos safe."), jsonLd: [thing] };
  expect(categoriesOf(page, "Fernleaf").value).toEqual(expect.arrayContaining(["video", "photo-galleries"]));
});

test("generic word: counts if confirmed by others", () => {
  const page = said("Turn your data into insight", "Made in a harbour.");
  const thing = (description: string) => ({ ...page, jsonLd: [{ "@type": ["SoftwareApplication"], description }] });
  expect(categoriesOf(thing("Data visualization and data cleaning, with statistics.")).value[0]).toBe("data");
  expect(categoriesOf(thing("Bread for offices.")).value).not.toContain("data");
});

test("three unambiguous words: replace an uninformative title", () => {
  const blocks: [string, string][] = [
    ["h1", "Birlikte daha güçlüyüz"],
    ["p", "Okullar için hazırlanan içerikler öğrencilere ulaşır."],
    ["p", "Öğretmenler dersler arasında paylaşır; eğitim herkesindir."],
    ["h2", "Öğrenciler ve öğretmenler"],
  ];
  const page = { ...said("Fernleaf", "Öğrencilere ve öğretmenlere ulaşan bir girişim."), lang: "tr", blocks };
  expect(categoriesOf(page, "Fernleaf").value).toContain("learning");
});

test("name of several words: counts only in the title", () => {
  const title = "Fernleaf Boat Tours – Blue Bay";
  const page = { ...said(title, "Guided tours along the caves."), blocks: [["h1", "Fernleaf Boat Tours"]] };
  expect(categoriesOf(page as never, "Fernleaf Boat Tours").value).toEqual(["travel"]);
  const bread = { ...said(title, "Bread for offices."), blocks: [["h1", "Fernleaf Boat Tours"]] };
  expect(categoriesOf(bread as never, "Fernleaf Boat Tours").value).toEqual([]);
});

test("misleading compounds and legal notes: no category", () => {
  for (const page of [
    said("QR Code Reader", "Scan a QR code or generate QR codes of your own."),
    said("Privacy Policy of Fernleaf", "This privacy policy says what we keep."),
    { ...said("Profilpflege", "Wir pflegen Ihr Profil für Sie, und das mit Freude und nicht nur einmal."), lang: "de" },
    { ...said("隐私政策", "本应用的隐私政策说明我们如何使用信息。"), lang: "zh" },
    { ...said("Todo para tu hogar ideal", "Todo lo que vendemos, con todo incluido."), lang: "es" },
  ]) {
    const { value } = categoriesOf(page);
    for (const slug of ["developer-tools", "privacy-security", "productivity", "health"])
      expect(value).not.toContain(slug);
  }
});

test("word of the site's language in two texts: counts", () => {
  const page = { ...said("Agenda e escalas", "Escalas para a sua equipe, todas as semanas."), lang: "pt" };
  expect(categoriesOf(page).value).toContain("scheduling");
  const plumber = "Devis sous un jour pour vos fuites, dans votre ville et dans les villages, avec notre équipe.";
  expect(categoriesOf({ ...said("Fuites d'eau : devis", plumber), lang: "fr" }).value).toEqual([]);
});

test("runs only in a terminal: command-line category", () => {
  const all = [...categories, ...demoCategories("dev").map((category) => ({ parent: null, ...category }))];
  const site = readSite(sourceOf([said("Fernleaf", "Fernleaf sorts the files of a folder. See it in a terminal.")]))!;
  const at = (value: string[]) => ({
    value,
    quotes: [{ url: site.url, quote: "go install fernleaf.example/sort", fetched_at: "2026-11-20T10:00:00Z" }],
  });
  expect(findCategories(site, all, "Fernleaf", [], at(["CLI"])).value).toContain("command-line");
  expect(findCategories(site, all, "Fernleaf", [], at(["Web", "CLI"])).value).toEqual([]);
});

test("title and first texts are slogans: frequent words count", () => {
  const tools = ["JSON 格式化", "正则表达式", "时间戳转换", "开发工具", "代码格式化"];
  const texts = [...tools, ...tools.map((tool) => `在线使用${tool}`)];
  const page = (blocks: string[]) => ({
    title: "蕨叶",
    lang: "zh",
    blocks: [["h1", "打开就能用"], ...blocks.map((text) => ["h3", text])] as ["h3", string][],
  });
  expect(categoriesOf(page(texts)).value).toEqual(["developer-tools"]);
  expect(categoriesOf(page(texts.slice(0, 4))).value).toEqual([]);
});

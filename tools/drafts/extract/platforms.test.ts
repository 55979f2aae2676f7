import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findPlatforms } from "./platforms.ts";
import { readSite } from "./read-site.ts";

const platformsOf = (page: Parameters<typeof sourceOf>[0][0]) => findPlatforms(readSite(sourceOf([page]))!).value;
const platformsIn = (heading: string) => platformsOf({ blocks: [["h3", heading]] });

test.each([
  ["One static binary for Linux, macOS and Windows", ["macOS", "Windows", "Linux"]],
  ["Available for iPhone and Android, and in your browser.", ["Web", "iOS", "Android"]],
  ["Available on iOS, Android and the web.", ["Web", "iOS", "Android"]],
  ["For macOS, Windows and on the web", ["Web", "macOS", "Windows"]],
  ["Disponible sur iOS, Android et le web.", ["Web", "iOS", "Android"]],
  ["Disponible en iOS, Android y la web.", ["Web", "iOS", "Android"]],
  ["We search the web and iOS forums for you.", ["iOS"]],
  ["Available on iOS and the web.", ["Web", "iOS"]],
  ["We hire iOS and web developers.", ["iOS"]],
  ["iOS, Android and webhooks", ["iOS", "Android"]],
  ["Download for Mac", ["macOS"]],
  ["$ brew install pgsift", ["CLI"]],
  ["docker run ghcr.io/pgsift/pgsift", ["Docker"]],
  ["Self-host it on your own server.", ["Self-hosted"]],
  ["A REST API for every record, with API keys.", ["API"]],
  ["Our Firefox extension saves the page.", ["Browser extension"]],
  ["Windowsのパソコンと、iPadでお使いいただけます。", ["Windows", "iOS"]],
  ["Läuft im Browser und als Android-App.", ["Web", "Android"]],
  ["It makes it easy to design in the browser.", []],
  ["It runs in the browser.", ["Web"]],
  ["$ brew tap fern/tap && brew install --cask fernleaf", ["macOS"]],
  ["Free / macOS 13+ / 2 MB", ["macOS"]],
  ["Läuft ab Windows 10.", ["Windows"]],
  ["コードを読み解くVS Code拡張機能です。", ["VS Code"]],
  ["Ein Bot für Discord, der aufräumt.", ["Discord"]],
  ["Sin instalar nada.", ["Web"]],
  ["Valget gemmes lokalt i browseren.", []],
  ["Tutorials for Android and iOS, step by step.", []],
  ["We clean windows, and our androids are not for sale.", []],
  ["Baixe na App Store", ["iOS"]],
  ["Disponível no Google Play", ["Android"]],
  ["Requires iOS 17.0 or later.", ["iOS"]],
  ["Liczysz w przeglądarce.", ["Web"]],
  ["Your settings are stored in your browser.", []],
  ["Las preferencias se guardan almacenadas en tu navegador.", []],
  ["There is no Linux, macOS or Windows version yet.", []],
  ["iOSアプリは時期未定です。", []],
  ["L'app Android et iOS n'est pas encore là.", []],
  ["The iPhone and Android apps are coming next year.", []],
  ["Start it and open localhost:8080 in your browser.", []],
  ["Додати в Chrome", ["Browser extension"]],
  ["Une extension pour navigateur qui trie vos onglets.", ["Browser extension"]],
  ["Ein Plugin für Gärten in Chrom.", []],
  ["In 15 Minuten und komplett im Browser — kein Projekt, keine Installation.", ["Web"]],
  ["Runs in the browser — no iOS app yet.", []],
  ["irm https://fernleaf.example/install.ps1 | iex", ["Windows"]],
] as [string, string[]][])("heading %p: platforms %j", (text, platforms) => {
  expect(platformsIn(text)).toEqual(platforms);
});

test("paragraph that names platforms: ignored", () => {
  expect(platformsOf({ blocks: [["p", "Available for macOS and Linux."]] })).toEqual([]);
});

test.each([
  ["https://apps.apple.com/gb/app/mossary/id1500000001", "iOS"],
  ["https://apps.apple.com/gb/app/mossary/id1500000001?mt=12", "macOS"],
  ["https://play.google.com/store/apps/details?id=org.mossary", "Android"],
  ["https://addons.mozilla.org/en-US/firefox/addon/fernleaf/", "Browser extension"],
  ["https://fernleaf.example/dl/Fernleaf-2.1.dmg", "macOS"],
  ["https://fernleaf.example/dl/fernleaf_2.1_amd64.deb", "Linux"],
  ["https://fernleaf.example/dl/setup.exe", "Windows"],
  ["https://hub.docker.com/r/fernleaf/fernleaf", "Docker"],
  ["https://fernleaf.example/dl/fernleaf-macos-intel.zip", "macOS"],
  ["https://fernleaf.example/dl/fernleaf_linux_amd64.tar.gz", "Linux"],
])("link to %p: platform %p", (url, platform) => {
  expect(platformsOf({ links: [[url, "Get it"]] })).toEqual([platform]);
});

test("operatingSystem in JSON-LD: names without versions", () => {
  const thing = { "@type": ["SoftwareApplication"], operatingSystem: "Windows 10, macOS 12 or later and Web" };
  expect(platformsOf({ jsonLd: [thing] })).toEqual(["Web", "macOS", "Windows"]);
});

test("sign-in link: web product, unless it is a shop", () => {
  const links: [string, string, "nav"][] = [["https://app.fernleaf.example/login", "Log in", "nav"]];
  expect(platformsOf({ links })).toEqual(["Web"]);
  expect(platformsOf({ links, jsonLd: [{ "@type": ["Product"], name: "Lamp" }] })).toEqual([]);
});

test("quote from a long description: contains the platform words", () => {
  const long = `${"Fernleaf keeps notes in files. ".repeat(20)}It is available for macOS and Linux. ${"More words. ".repeat(30)}`;
  const found = findPlatforms(readSite(sourceOf([{ meta: { description: long } }]))!);
  expect(found.quotes[0]?.quote).toContain("available for macOS and Linux");
});

test("platforms of other things: ignored", () => {
  for (const text of [
    "Migrate your on-premises services to us in a day.",
    "Device frames for iPhone and Android screenshots.",
    "We repair every broken iPhone, iPad or Android.",
    "نقدم استعادة البيانات من iPhone, Android",
  ])
    expect([text, platformsIn(text)]).toEqual([text, []]);
  const link = (url: string): [string, string, "nav"][] => [[url, "Sign up", "nav"]];
  expect(platformsOf({ links: link("https://plex.tv/sign-up") })).toEqual([]);
  expect(platformsOf({ links: link("https://app.fernleaf.example/login") })).toEqual(["Web"]);
});

test("local business: device names are not platforms", () => {
  const jsonLd = [{ "@type": ["LocalBusiness"], name: "Fernleaf" }];
  expect(platformsOf({ jsonLd, blocks: [["h3", "iOS · Android"]] })).toEqual([]);
});

test("sign-in button: like a link; article: ignored", () => {
  const page = (tag: string, text: string): Parameters<typeof platformsOf>[0] => ({ blocks: [[tag, text, "header"]] });
  expect(platformsOf(page("button", "Inloggen"))).toEqual(["Web"]);
  expect(platformsOf(page("div", "Inloggen"))).toEqual([]);
  const article = { url: "https://fernleaf.example/error-2000", blocks: [["h3", "Available for iPhone."]] };
  expect(findPlatforms(readSite(sourceOf([{ title: "Fernleaf" }, article as object]))!).value).toEqual([]);
});

test("questions, keys and plans: ignored; sign-in forms and bot invitations: count", () => {
  for (const text of ["Is there a web app?", "Set api key", "Android版を公開するときにお知らせします。"])
    expect([text, platformsIn(text)]).toEqual([text, []]);
  expect(platformsOf({ blocks: [["label", "Passwort"]] })).toEqual(["Web"]);
  expect(platformsOf({ links: [["https://discord.com/oauth2/authorize?client_id=1", "Invite"]] })).toEqual(["Discord"]);
});

test("store badge in header: names the platform", () => {
  expect(platformsOf({ blocks: [["a", "Saatavilla Google Play", "header"]] })).toEqual(["Android"]);
  expect(platformsOf({ blocks: [["a", "Google Play: coming soon", "header"]] })).toEqual([]);
});

test("install command of a GUI program: not a command-line tool", () => {
  const page = (title: string) =>
    platformsOf({
      title,
      blocks: [["h2", "One line in your terminal"]],
    });
  expect(page("Fernleaf – sort the files of a folder")).toEqual(["CLI"]);
  expect(page("Fernleaf – a menu bar companion")).toEqual([]);
});

test("platforms of client work: ignored", () => {
  expect(platformsIn("Vi designer og udvikler webapplikationer til iOS og Android.")).toEqual([]);
  expect(platformsOf({ title: "Fernleaf – Creative Agency", blocks: [["h3", "iOS & Android"]] })).toEqual([]);
});

test('"Web" as an agency service: ignored unless listed with other platforms', () => {
  expect(platformsOf({ blocks: [["h3", "Web"]] })).toEqual([]);
  const blocks: [string, string][] = [
    ["h3", "Web"],
    ["h3", "iOS"],
  ];
  expect(platformsOf({ blocks })).toEqual(["Web", "iOS"]);
});

test("sign-in on another host: counts if the name is similar", () => {
  const links = (url: string): [string, string, "nav"][] => [[url, "Log in", "nav"]];
  expect(platformsOf({ links: links("https://fern-leaf-app.pages.example/login") })).toEqual(["Web"]);
  expect(platformsOf({ links: links("https://harbour.example/login") })).toEqual([]);
});

test("roadmap entry: ignored", () => {
  const step = (...texts: string[]) => platformsOf({ blocks: texts.map((text): ["h3", string] => ["h3", text]) });
  expect(step("2031 Q2", "Mobil uygulama", "iOS ve Android için uygulama.")).toEqual([]);
  expect(step("Mobil uygulama", "iOS ve Android için uygulama.")).toContain("iOS");
});

test("labels on any page: name systems and the browser", () => {
  const blocks: ["a", string][] = [
    ["a", "macOS · Windows · Linux"],
    ["a", "Launch in browser"],
  ];
  const site = readSite(sourceOf([{ title: "Fernleaf" }, { url: "https://fernleaf.example/everywhere", blocks }]))!;
  expect(findPlatforms(site).value).toEqual(["Web", "macOS", "Windows", "Linux"]);
});

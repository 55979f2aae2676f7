import { expect, test } from "bun:test";
import { crawledPage, sourceOf } from "#test/support/fakes/crawled-page.ts";
import { findName } from "./name.ts";
import { readSite } from "./read-site.ts";

type Pages = Parameters<typeof sourceOf>[0];
const nameOf = (url: string, ...pages: Pages) => findName(readSite(sourceOf(pages, { url }))!).value;

test.each([
  ["before a slogan", { title: "Fernleaf – Plain text notes in a folder you own" }, "Fernleaf"],
  ["behind a slogan", { title: "Plain text notes in a folder you own | Fernleaf" }, "Fernleaf"],
  ["beside Home", { title: "Home | Fernleaf" }, "Fernleaf"],
  ["of og:site_name", { title: "Welcome", meta: { "og:site_name": "FernLeaf Notes" } }, "FernLeaf Notes"],
  ["of the logo", { title: "Home", links: [["https://fernleaf.example/", "Fernleaf logo", "header"]] }, "Fernleaf"],
  ["beside what menus call the page", { title: "O nas | Fernleaf" }, "Fernleaf"],
  [
    "of the owner of this address, wherever it stands",
    { title: "Notes", blocks: [["li", "© Fernleaf, Ada Quill, 2024"]] },
    "Fernleaf",
  ],
  ["of the owner", { blocks: [["p", "© 2024–2026 Fernleaf Ltd. All rights reserved.", "footer"]] }, "Fernleaf"],
  ["as the texts write it", { title: "Home", blocks: [["p", "With FernLeaf you write."]] }, "FernLeaf"],
] as [string, Pages[0], string][])("name %s: found", (_, page, name) => {
  expect(nameOf("https://fernleaf.example/", page)).toBe(name);
});

test("JSON-LD name: used, without the company's legal form", () => {
  const things = [{ "@type": ["Organization"], name: "Brandvik Software GmbH" }];
  const app = { "@type": ["SoftwareApplication"], name: "Fernleaf" };
  expect(nameOf("http://127.0.0.1:3000/", { jsonLd: [...things, app] })).toBe("Fernleaf");
  expect(nameOf("http://127.0.0.1:3000/", { jsonLd: things })).toBe("Brandvik Software");
});

test("uninformative host: the common part of all titles", () => {
  const pages = ["Notes for walkers", "Prices", "About us"].map((part, index) => ({
    url: `http://127.0.0.1:3000/${index}`,
    title: `${part} | Fernleaf`,
  }));
  expect(nameOf("http://127.0.0.1:3000/", ...pages)).toBe("Fernleaf");
});

test("shared host: not the name", () => {
  const page = { title: "GitHub - brandvik/fernleaf: Notes as files", meta: { "og:site_name": "GitHub" } };
  expect(nameOf("https://github.com/brandvik/fernleaf", page).toLowerCase()).toBe("fernleaf");
});

test("name from the URL alone: has no quote", () => {
  const site = readSite({
    url: "https://blue-fern.example/",
    pages: [crawledPage({ title: "Home" })],
    categories: [],
  })!;
  expect(findName(site)).toEqual({ value: "Blue Fern", quotes: [] });
});

test("other scripts: complete name", () => {
  expect(nameOf("https://aoi.example/", { title: "宿あおい｜小さな旅館の予約台帳" })).toBe("宿あおい");
  expect(nameOf("https://nakhla.example/", { title: "نخلة - إدارة مزارع النخيل" })).toBe("نخلة");
});

test("final full stop: kept only in abbreviations", () => {
  expect(nameOf("https://art.example/", { title: "A.R.T.", meta: { "og:site_name": "A.R.T." } })).toBe("A.R.T.");
  expect(nameOf("https://fernleaf.example/", { title: "Fernleaf.", meta: { "og:site_name": "Fernleaf." } })).toBe(
    "Fernleaf",
  );
});

test("app store page: named by its structured data", () => {
  const page = {
    title: "Fernleaf Notes on the App Store",
    meta: { "og:site_name": "App Store", "og:title": "App Store" },
    jsonLd: [{ "@type": ["SoftwareApplication"], name: "Fernleaf Notes" }],
  };
  expect(nameOf("https://apps.apple.com/gb/app/id1500000001", page)).toBe("Fernleaf Notes");
});

test("splash screen with only the name: not used as the home page", () => {
  const splash = { title: "Fernleaf", blocks: [["h1", "Fernleaf"]] } as Pages[0];
  const inside = {
    url: "https://fernleaf.example/en.html",
    blocks: [["p", "Notes as text files in a folder of yours."]],
  };
  expect(readSite(sourceOf([splash, inside as Pages[0]]))!.home.page.url).toEndWith("/en.html");
});

test("JSON-LD for this URL: names any kind of business", () => {
  const page = {
    title: "Walking Association - Academia Fern | Notes and Walks",
    jsonLd: [{ "@type": ["SportsActivityLocation"], name: "Academia Fern", url: "https://fern.example" }],
  };
  expect(nameOf("https://fern.example/", page)).toBe("Academia Fern");
});

test("agreement of title, heading and text: wins over og:site_name", () => {
  const page = {
    title: "Fernleaf | Notes that walk with you",
    meta: { "og:site_name": "Brandvik Labs", description: "Fernleaf is a notebook for walkers." },
    blocks: [
      ["a", "Fernleaf", "header"],
      ["h1", "Notes that walk with you"],
      ["p", "With Fernleaf every note is a text file.", "main"],
      ["p", "© Brandvik Labs", "footer"],
    ],
  } as Pages[0];
  expect(nameOf("https://notes.brandviklabs.example/", page)).toBe("Fernleaf");
  const unsaid = { ...page, blocks: page.blocks!.slice(1) } as Pages[0];
  expect(nameOf("https://notes.brandviklabs.example/", unsaid)).toBe("Brandvik Labs");
});

import { afterAll, describe, expect, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import type { PricingModel } from "#db/schema/vocabulary.ts";
import { demoCategories } from "#db/seed/content.ts";
import { writeFromEvidence } from "#tools/drafts/extract/write-from-evidence.ts";
import { maxQuoteLength, standsIn } from "#tools/drafts/shared/quotes.ts";
import type { WrittenDraft } from "#tools/drafts/shared/writing.ts";
import { chromiumPath, hasChromium } from "../browser/chromium.ts";
import { crawl, userAgent } from "../support/fakes/crawling.ts";
import { arabic } from "./sites/arabic.ts";
import { docs } from "./sites/docs.ts";
import { german } from "./sites/german.ts";
import { forbidding, injection, soft404 } from "./sites/hostile.ts";
import { japanese } from "./sites/japanese.ts";
import { mobileApp } from "./sites/mobile-app.ts";
import { frames, noisy } from "./sites/noisy.ts";
import { openSource } from "./sites/open-source.ts";
import { parked } from "./sites/parked.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import type { Site } from "./sites/serve.ts";
import { shop } from "./sites/shop.ts";
import { singlePageApp } from "./sites/single-page-app.ts";
import { structuredData } from "./sites/structured-data.ts";

// Whole sites, crawled over the network and drafted from their own words.

const mainCategories = demoCategories("main");
const known = new Set(mainCategories.map(({ slug }) => slug));
const categories = [...mainCategories, ...demoCategories("dev").filter(({ slug }) => !known.has(slug))].map(
  (category) => ({ parent: null, ...category }),
);
const renderer = createRenderer({ chromiumPath, allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent });
afterAll(() => renderer.close());

async function draftOf(site: Site, options: Parameters<typeof crawl>[1] = {}): Promise<WrittenDraft> {
  const { url, pages } = await crawl(site, options);
  const draft = await writeFromEvidence({ url, pages, categories }, new AbortController().signal);
  for (const [field, quotes] of Object.entries(draft.evidence))
    for (const quote of quotes) {
      const page = pages.find((crawled) => crawled.url === quote.url);
      expect([field, quote.quote, page !== undefined && standsIn(page, quote.quote)]).toEqual([
        field,
        quote.quote,
        true,
      ]);
      expect([...quote.quote].length).toBeLessThanOrEqual(maxQuoteLength);
    }
  return draft;
}

interface Expected {
  name: string;
  headline: RegExp;
  summary: RegExp;
  categories: string[];
  pricing: PricingModel | null;
  platforms: string[];
  socials?: string[];
  questions?: number;
}

const sites: [string, Site, Expected][] = [
  [
    "a plain subscription service",
    plainSaas,
    {
      name: "Loafledger",
      headline: /^Invoicing for bakeries that deliver before dawn$/,
      summary: /^Loafledger makes invoices for bakeries out of delivery notes, returns and standing orders\./,
      categories: ["invoicing"],
      pricing: "paid",
      platforms: ["Web"],
      socials: ["linkedin", "mastodon"],
      questions: 3,
    },
  ],
  [
    "structured data",
    structuredData,
    {
      name: "Quillmark",
      headline: /^Collects signatures on contracts/,
      summary: /^Quillmark collects signatures on contracts and proves later who signed what and when\. /,
      categories: [],
      pricing: "freemium",
      platforms: ["Web", "macOS", "Windows"],
      socials: ["github", "x", "youtube"],
      questions: 2,
    },
  ],
  [
    "an open-source tool",
    openSource,
    {
      name: "pgsift",
      headline: /slow queries of (?:a|your) PostgreSQL server/,
      summary: /^pgsift is an open-source command-line tool\./,
      categories: ["command-line", "databases"],
      pricing: "open-source",
      platforms: ["macOS", "Windows", "Linux", "CLI", "Docker"],
      socials: ["github"],
      questions: 1,
    },
  ],
  [
    "a shop",
    shop,
    {
      name: "Kilnmate",
      headline: /^Kiln controllers for hobby potters$/,
      summary: /^Kilnmate One is a controller for hobby kilns up to 3\.6 kW\. It follows/,
      categories: [],
      pricing: "paid",
      platforms: [],
      socials: ["instagram"],
      questions: 1,
    },
  ],
  [
    "a mobile application",
    mobileApp,
    {
      name: "Mossary",
      headline: /^Tells 1,100 mosses and liverworts apart from a photo/,
      summary: /^Mossary tells 1,100 mosses and liverworts apart from a photo/,
      categories: [],
      pricing: "free",
      platforms: ["iOS", "Android"],
      questions: 1,
    },
  ],
  [
    "generated documentation",
    docs,
    {
      name: "Strata",
      headline: /^A free command-line tool for people who edit maps$/,
      summary: /^Strata keeps the history of geographic data\./,
      categories: ["command-line"],
      pricing: "free",
      platforms: ["macOS", "Windows", "Linux", "CLI"],
      socials: ["github"],
    },
  ],
  [
    "a German site",
    german,
    {
      name: "Fahrtenfuchs",
      headline: /^Das Fahrtenbuch, das sich selbst schreibt$/,
      summary: /^Fahrtenfuchs erkennt jede Fahrt am Telefon und ordnet sie Kunden zu\./,
      categories: [],
      pricing: "freemium",
      platforms: ["iOS", "Android"],
      questions: 1,
    },
  ],
  [
    "a Japanese site",
    japanese,
    {
      name: "宿あおい",
      headline: /小さな旅館の予約台帳/,
      summary: /旅館のための予約台帳ソフトです。.*まとめます。$/,
      categories: ["scheduling"],
      pricing: "paid",
      platforms: ["Windows", "iOS"],
      questions: 1,
    },
  ],
  [
    "an Arabic site",
    arabic,
    {
      name: "نخلة",
      headline: /إدارة مزارع النخيل$/,
      summary: /^يساعد برنامج نخلة المزارعين/,
      categories: [],
      pricing: "freemium",
      platforms: [],
    },
  ],
  [
    "a site behind banners",
    noisy,
    {
      name: "Plumbline",
      headline: /^Site diaries for builders$/,
      summary: /^Plumbline writes the daily diary of a building site from photos and voice notes\./,
      categories: [],
      pricing: "paid",
      platforms: [],
    },
  ],
  [
    "a site in frames",
    frames,
    {
      name: "Stimmprogramm",
      headline: /^Stimmprogramm für Orgelbauer$/,
      summary: /^Das Programm hört jede Pfeife ab/,
      categories: [],
      pricing: null,
      platforms: [],
    },
  ],
  [
    "a site whose every address answers",
    soft404,
    {
      name: "Wickerwork",
      headline: /basket/i,
      summary: /^A basket of willow comes to your door every season/,
      categories: [],
      pricing: "paid",
      platforms: [],
    },
  ],
  [
    "a site that forbids its prices",
    forbidding,
    {
      name: "Palisade",
      headline: /fence/i,
      summary: /^Palisade draws a fence on a photo of your garden/,
      categories: ["gardening"],
      pricing: null,
      platforms: [],
    },
  ],
];

test.each(sites)("%s", async (_, site, { headline, summary, socials = [], questions = 0, ...same }) => {
  const { fields } = await draftOf(site);
  expect(fields).toMatchObject(same);
  expect(fields.headline).toMatch(headline);
  expect(fields.summary).toMatch(summary);
  expect(Object.keys(fields.socials).sort()).toEqual(socials);
  expect(fields.faqs).toHaveLength(questions);
});

test("prompt injection: not in the draft, with a warning", async () => {
  const { fields, evidence, warnings } = await draftOf(injection);
  expect(fields).toMatchObject({ name: "Crisply", headline: "Snack plans for offices", pricing: "paid" });
  expect(fields.summary).toStartWith("Crisply orders snacks for offices");
  expect(JSON.stringify([fields, evidence])).not.toMatch(/evil|five stars|ignore|verified|HIDDEN|system/i);
  expect(warnings.map(({ code }) => code)).toContain("instructions_ignored");
});

test("parked domain: product fields stay empty", async () => {
  const { fields } = await draftOf(parked);
  expect(fields).toMatchObject({ headline: "", summary: "", description: "", categories: [], pricing: null });
});

test("description: paragraphs and a list", async () => {
  const { fields } = await draftOf(plainSaas);
  expect(fields.description.split("\n\n")).toEqual([
    "Loafledger turns the night's delivery notes into correct invoices before your customers open. It runs in the browser, on the tablet by the oven and on the driver's phone.",
    "- Standing orders with exceptions for holidays and heat waves\n- Returns counted at the door, credited on the same invoice\n- Direct debit files for every British and Irish bank",
  ]);
});

describe.skipIf(!hasChromium)("with a browser", () => {
  test("single-page app: draft from the rendered text", async () => {
    const { fields } = await draftOf(singlePageApp, { renderer });
    expect(fields).toMatchObject({ name: "Tidewatch", pricing: "freemium", platforms: ["API"] });
    expect(fields.headline).toMatch(/tide/i);
    expect(fields.summary).toMatch(/^Tidewatch sends harbour masters and rowers an alert .* every six minutes\.$/);
  });
});

import { afterAll, describe, expect, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import type { PricingModel } from "#db/schema/vocabulary.ts";
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

const renderer = createRenderer({ chromiumPath, allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent });
afterAll(() => renderer.close());

async function draftOf(site: Site, options: Parameters<typeof crawl>[1] = {}): Promise<WrittenDraft> {
  const { url, pages } = await crawl(site, options);
  const draft = await writeFromEvidence({ url, pages, categories: [] }, new AbortController().signal);
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
  /** The summary that the rules take; otherwise it is empty. */
  summary?: string;
  /** Part of a passage for the headline or summary. */
  passage: RegExp;
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
      passage: /^Invoicing for bakeries that deliver before dawn:/,
      summary: "Loafledger makes invoices for bakeries out of delivery notes, returns and standing orders.",
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
      passage: /^Quillmark collects signatures on contracts/,
      summary: "Quillmark collects signatures on contracts and proves later who signed what and when.",
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
      passage: /slow queries of (?:a|your) PostgreSQL server/,
      summary: "pgsift finds the slow queries of a PostgreSQL server and explains them in plain words.",
      pricing: "open-source",
      platforms: ["macOS", "Windows", "Linux"],
      socials: ["github"],
    },
  ],
  [
    "a shop",
    shop,
    {
      name: "Kilnmate",
      passage: /kiln controllers for hobby potters$/,
      summary: "A controller that fires hobby kilns by program and switches off when something is wrong.",
      pricing: "paid",
      platforms: [],
      socials: ["instagram"],
    },
  ],
  [
    "a mobile application",
    mobileApp,
    {
      name: "Mossary",
      passage: /^Mossary tells 1,100 mosses and liverworts apart from a photo/,
      summary: "Mossary tells 1,100 mosses and liverworts apart from a photo, also without a signal.",
      pricing: null,
      platforms: ["iOS", "Android"],
    },
  ],
  [
    "generated documentation",
    docs,
    {
      name: "Strata",
      passage: /^Strata: version control for maps/,
      pricing: "free",
      platforms: [],
      socials: ["github"],
    },
  ],
  [
    "a German site",
    german,
    {
      name: "Fahrtenfuchs",
      passage: /^Das Fahrtenbuch, das sich selbst schreibt: Fahrtenfuchs erkennt jede Fahrt/,
      pricing: "freemium",
      platforms: [],
    },
  ],
  [
    "a Japanese site",
    japanese,
    {
      name: "宿あおい",
      passage: /小さな旅館の予約台帳/,
      summary: "小さな旅館のための予約台帳ソフト「宿あおい」。電話の予約もネットの予約も一冊にまとまります。",
      pricing: "paid",
      platforms: [],
    },
  ],
  [
    "an Arabic site",
    arabic,
    {
      name: "نخلة",
      passage: /إدارة مزارع النخيل$/,
      pricing: "freemium",
      platforms: [],
    },
  ],
  [
    "a site behind banners",
    noisy,
    {
      name: "Plumbline",
      passage: /^Site diaries for builders: Plumbline writes/,
      pricing: "paid",
      platforms: [],
    },
  ],
  [
    "a site in frames",
    frames,
    {
      name: "Stimmprogramm",
      passage: /^Stimmprogramm für Orgelbauer: Das Programm hört/,
      pricing: null,
      platforms: [],
    },
  ],
  [
    "a site whose every address answers",
    soft404,
    {
      name: "Wickerwork",
      passage: /^Baskets by subscription: A basket of willow/,
      pricing: "paid",
      platforms: [],
    },
  ],
  [
    "a site that forbids its prices",
    forbidding,
    {
      name: "Palisade",
      passage: /^Fences, drawn first: Palisade draws a fence/,
      pricing: null,
      platforms: [],
    },
  ],
];

test.each(sites)("%s", async (_, site, { summary = "", passage, socials = [], questions = 0, ...same }) => {
  const { fields, passages } = await draftOf(site);
  expect(fields).toMatchObject({ headline: "", summary, description: "", categories: [], ...same });
  const quotes = passages.filter((each) => each.for.includes("headline") || each.for.includes("summary"));
  expect(quotes.map(({ quote }) => quote)).toContainEqual(expect.stringMatching(passage));
  expect(Object.keys(fields.socials).sort()).toEqual(socials);
  expect(fields.faqs).toHaveLength(questions);
});

test("prompt injection: not in the draft, with a warning", async () => {
  const { fields, evidence, passages, warnings } = await draftOf(injection);
  expect(fields).toMatchObject({ name: "Crisply", headline: "", summary: "", pricing: "paid" });
  expect(passages.map(({ quote }) => quote)).toContainEqual(expect.stringMatching(/^Snack plans for offices: Crisply/));
  expect(JSON.stringify([fields, evidence, passages])).not.toMatch(/evil|five stars|ignore|verified|HIDDEN|system/i);
  expect(warnings.map(({ code }) => code)).toContain("instructions_ignored");
});

test("parked domain: product fields stay empty", async () => {
  const { fields } = await draftOf(parked);
  expect(fields).toMatchObject({ headline: "", summary: "", description: "", categories: [], pricing: null });
});

describe.skipIf(!hasChromium)("with a browser", () => {
  test("single-page app: draft from the rendered text", async () => {
    const { fields } = await draftOf(singlePageApp, { renderer });
    expect(fields).toMatchObject({ name: "Tidewatch", pricing: null, platforms: [] });
    expect(fields.summary).toMatch(/^Tidewatch sends harbour masters and rowers an alert .* every six minutes\.$/);
  });
});

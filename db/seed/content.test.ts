import { expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { recordsOf } from "#bridge/commands/import-file.ts";
import { readListing } from "#bridge/commands/import-record.ts";
import {
  type DemoSiteKey,
  demoCategories,
  demoFounders,
  demoLogos,
  demoPictures,
  demoPortraits,
  demoPosts,
  demoProducts,
  demoSites,
  pictureSize,
} from "./content.ts";
import questions from "./questions.json" with { type: "json" };

test("demo products: the import accepts every listing", async () => {
  const rejected: unknown[] = [];
  let listings = 0;
  for await (const records of recordsOf(join(import.meta.dir, "content/products.ndjson"), "ndjson"))
    for (const record of records) {
      if ("refused" in record) throw new Error(record.refused);
      const { listings: onSites, ...product } = record.value as ReturnType<typeof demoProducts>[number];
      listings += onSites.length;
      rejected.push(
        ...onSites
          .map((one) => readListing({ ...product, ...product.facts, ...one }))
          .filter((read) => "refused" in read),
      );
    }
  expect(listings).toBeGreaterThan(80);
  expect(rejected).toEqual([]);
});

test("demo records refer only to existing records", () => {
  const founders = new Set(demoFounders().map(({ slug }) => slug));
  const categories = (site: DemoSiteKey) => new Set(demoCategories(site).map(({ slug }) => slug));
  const slugs = { main: categories("main"), dev: categories("dev") };
  const products = demoProducts();
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length);
  expect(products.flatMap((product) => product.founders).filter((slug) => !founders.has(slug))).toEqual([]);
  const listings = products.flatMap((product) => product.listings);
  expect(listings.filter(({ site, categories }) => categories.some((slug) => !slugs[site].has(slug)))).toEqual([]);
  const asked = new Set(questions.map(({ id }) => id));
  const answered = demoFounders().flatMap(({ interview }) => Object.keys(interview));
  expect(answered.filter((id) => !asked.has(id))).toEqual([]);
  expect(demoSites().map(({ key }) => key)).toEqual(["main", "dev"]);
  expect(new Set(demoPosts().map(({ slug, site }) => `${site}/${slug}`)).size).toBe(demoPosts().length);
});

/** Every text of the demo directory with its place. */
function demoTexts(): [place: string, text: string][] {
  const founders = demoFounders().flatMap(({ slug, bio, interview }) =>
    [bio, ...Object.values(interview)].map((text) => [slug, text]),
  );
  const products = demoProducts().flatMap(({ slug, description, listings }) => [
    [slug, description],
    ...listings.flatMap(({ summary, faqs = [], updates, milestones, story }) =>
      [
        summary,
        ...faqs.map(({ answer }) => answer),
        ...updates.map(({ body }) => body),
        ...milestones.map(({ description = "" }) => description),
        ...Object.values(story?.sections ?? {}),
      ].map((text) => [slug, text]),
    ),
  ]);
  const posts = demoPosts().flatMap(({ slug, excerpt, body_markdown }) => [
    [slug, excerpt],
    [slug, body_markdown],
  ]);
  return [...founders, ...products, ...posts] as [string, string][];
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

test("no two texts share a sentence", () => {
  const places = new Map<string, string[]>();
  for (const [place, text] of demoTexts())
    for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
      const words = sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N} ]/gu, "")
        .trim();
      if (wordsIn(words) >= 4) places.set(words, [...(places.get(words) ?? []), place]);
    }
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

test("a description does not repeat the summary or headline above it", () => {
  const phrases = (text: string) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.map((_, i) => words.slice(i, i + 6).join(" ")).slice(0, -5);
  };
  const repeats = demoProducts().flatMap(({ description, listings }) => {
    const above = new Set(listings.flatMap(({ headline, summary }) => [...phrases(headline), ...phrases(summary)]));
    return phrases(description).filter((phrase) => above.has(phrase));
  });
  expect(repeats).toEqual([]);
});

test("stories are complete, and texts of one kind differ in length", () => {
  const listings = demoProducts().flatMap((product) => product.listings);
  const stories = listings.flatMap(({ story }) => (story ? [story.sections] : []));
  const sections = stories.map((story) => Object.values(story).map(wordsIn));
  const totals = sections.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  expect(sections.filter((counts, i) => counts.length < 3 || Math.min(...counts) < 40 || totals[i]! < 300)).toEqual([]);
  const updates = listings.flatMap((listing) => listing.updates.map(({ body }) => wordsIn(body)));
  const posts = demoPosts().map((post) => wordsIn(post.body_markdown));
  for (const lengths of [totals, updates, posts])
    expect(Math.max(...lengths)).toBeGreaterThan(1.8 * Math.min(...lengths));
});

test("every product has a logo and every founder a portrait, each different and without references", () => {
  const products = demoProducts();
  expect([...demoLogos().keys()]).toEqual(products.map(({ slug }) => slug));
  expect([...demoPortraits().keys()]).toEqual(demoFounders().map(({ slug }) => slug));
  const drawings = [...demoLogos().values(), ...demoPortraits().values()].map(String);
  expect(new Set(drawings).size).toBe(drawings.length);
  for (const svg of drawings) expect(svg).not.toMatch(/script|href|style|url\(/);
});

test("logos have at least two colours, one of which is visible on light and dark pages", () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const faults = [...demoLogos()].filter(([, svg]) => {
    const colours = [...new Set(String(svg).match(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/g))].map((hex) =>
      luminance(hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex),
    );
    const strongest = (page: number) => Math.max(...colours.map((colour) => contrast(colour, page)));
    // 3:1 is the least contrast of graphics in WCAG 2.2, 1.4.11.
    return strongest(1) < 3 || strongest(luminance("#14171a")) < 3 || colours.length < 2;
  });
  expect(faults.map(([slug]) => slug)).toEqual([]);
});

test("a third of the products have two pictures of the stated size, and all data stays below 1.5 MB", async () => {
  const pictures = demoProducts().flatMap(demoPictures);
  expect(demoProducts().filter((product) => product.pictures.length === 2).length).toBe(
    Math.round(demoProducts().length / 3),
  );
  expect(new Set(pictures.map(({ bytes }) => Bun.hash(bytes))).size).toBe(pictures.length);
  expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(pictures.length);
  for (const { bytes } of pictures) {
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", ...pictureSize });
  }
  const files = [...new Bun.Glob("{content,pictures}/*").scanSync(import.meta.dir)];
  // Every stored picture belongs to a product.
  expect(files.filter((file) => file.endsWith(".webp")).length).toBe(pictures.length);
  const size = files.reduce((sum, file) => sum + Bun.file(join(import.meta.dir, file)).size, 0);
  expect(size).toBeLessThan(1_500_000);
});

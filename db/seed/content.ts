import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { factNames } from "../schema/listing-fields.ts";
import { claimMethods, listingStatuses, plans, pricingModels, storySections } from "../schema/vocabulary.ts";

const site = z.enum(["main", "dev"]);
const days = z.int().min(0);
const texts = z.array(z.string());

const demoSite = z.strictObject({ key: site, name: z.string(), tagline: z.string(), host: z.string().nullable() });

/** `parent` is the slug of a top-level category on an earlier line. */
const demoCategory = z.strictObject({
  site,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  parent: z.string().optional(),
});

const demoFounder = z.strictObject({
  slug: z.string(),
  name: z.string(),
  bio: z.string(),
  links: z.record(z.string(), z.url()),
  interview: z.record(z.string(), z.string()).default({}),
});

const demoListing = z.strictObject({
  site,
  headline: z.string(),
  summary: z.string(),
  categories: texts,
  tags: texts,
  /**
   * The offset from the current week. Weeks -1 to -3 are closed and have awards, and weeks above 0 are scheduled. Null
   * means no week.
   */
  week: z.int().nullable(),
  status: z.enum(listingStatuses),
  plan: z.enum(plans),
  votes: z.strictObject({ launchWeek: z.int(), since: z.int() }),
  faqs: z.array(z.strictObject({ question: z.string(), answer: z.string() })).optional(),
  updates: z.array(z.strictObject({ title: z.string(), body: z.string(), daysAgo: days })).default([]),
  milestones: z
    .array(
      z.strictObject({
        daysAgo: days,
        title: z.string(),
        description: z.string().optional(),
        url: z.url().optional(),
      }),
    )
    .default([]),
  story: z.strictObject({ title: z.string(), sections: z.partialRecord(z.enum(storySections), z.string()) }).optional(),
  billboard: z.boolean().default(false),
});

const demoProduct = z.strictObject({
  slug: z.string(),
  name: z.string(),
  /** A URL under `.example`, a domain that nobody can register (RFC 2606). */
  url: z.url(),
  description: z.string(),
  pricing: z.enum(pricingModels),
  platforms: texts,
  socials: z.record(z.string(), z.url()),
  facts: z.partialRecord(z.enum(factNames), z.unknown()).default({}),
  founders: texts,
  rating: z.strictObject({ value: z.int(), previous: z.int().nullable() }).nullable(),
  verified: z.enum(claimMethods).optional(),
  /** The alternative texts of the product's pictures. `pictures/<slug>-1.webp` is the first one. */
  pictures: texts.max(2).default([]),
  listings: z.array(demoListing).min(1),
});

const demoPost = z.strictObject({
  site,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  body_markdown: z.string(),
  author: z.string(),
  tags: texts,
  daysAgo: days,
});

const draft = z.strictObject({
  url: z.url(),
  fields: z.record(z.string(), z.unknown()),
  evidence: z.record(z.string(), z.tuple([z.string(), z.string()])),
});

/** A logo or portrait of the founder or product with this slug. */
const demoDrawing = z.strictObject({ slug: z.string(), svg: z.string() });

export type DemoSiteKey = z.output<typeof site>;
export type DemoListing = z.output<typeof demoListing>;
export type DemoProduct = z.output<typeof demoProduct>;

const folder = join(import.meta.dir, "content");

function recordsOf<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

export const demoSites = () => recordsOf("sites.ndjson", demoSite);
export const demoCategories = (key: DemoSiteKey) =>
  recordsOf("categories.ndjson", demoCategory).filter((category) => category.site === key);
export const demoFounders = () => recordsOf("founders.ndjson", demoFounder);
export const demoProducts = () => recordsOf("products.ndjson", demoProduct);
export const demoDraft = () => recordsOf("drafts.ndjson", draft)[0]!;
export const demoLogos = () => drawingsIn("logos.ndjson");
export const demoPortraits = () => drawingsIn("portraits.ndjson");

const drawingsIn = (file: string): ReadonlyMap<string, Uint8Array> =>
  new Map(recordsOf(file, demoDrawing).map(({ slug, svg }) => [slug, Buffer.from(svg)]));

/** The size of every picture in pixels. */
export const pictureSize = { width: 1280, height: 800 };

export const demoPictures = ({ slug, pictures }: DemoProduct) =>
  pictures.map((alt, i) => ({ alt, bytes: readFileSync(join(import.meta.dir, "pictures", `${slug}-${i + 1}.webp`)) }));

export const demoPosts = () => recordsOf("posts.ndjson", demoPost);

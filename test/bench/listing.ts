import type { SearchableFacts } from "#db/queries/search/search-facts.ts";
import { dayMs, weekOf } from "#db/values/week.ts";
import { below, between, inventWords, pick, type Random, randomFrom, zipf } from "./random.ts";

/** The invented directory: listing `id` of a directory of `size` is always the same. */

/** Time at which the directory was "filled". The newest listings launched in its week. */
export const directoryTime = new Date("2026-11-18T12:00:00.000Z");
const parentCount = 12;
const listingsPerWeek = 300;
const weeksKept = 520;

/**
 * Words of headlines and summaries, most common first. About twenty of them are in more than a tenth of all listings.
 */
export const vocabulary = inventWords(1, 20_000);
const drawWord = zipf(vocabulary.length);
const tags = inventWords(2, 600);
const drawTag = zipf(tags.length);
const platforms = ["Web", "iOS", "Android", "macOS", "Windows", "Linux", "Docker", "API"];
const pricing = ["free", "freemium", "paid", "open-source", "contact", null] as const;
const methods = ["dns", "meta", "file", "email"] as const;

/** The categories, parents first. The ID of a category is its position, from 1. */
export const categories = inventWords(4, 96).map((name, i) => ({
  id: i + 1,
  name,
  parentId: i < parentCount ? null : 1 + (i % parentCount),
}));

export interface InventedListing {
  id: number;
  slug: string;
  name: string;
  headline: string;
  summary: string;
  description: string;
  status: "live" | "scheduled" | "suspended" | "draft";
  plan: "free" | "paid";
  url: string;
  domain: string;
  pricing: (typeof pricing)[number];
  platforms: string[];
  verified: (typeof methods)[number] | null;
  rating: { value: number; previous: number | null } | null;
  categoryIds: number[];
  tags: string[];
  founderIds: number[];
  faqs: { question: string; answer: string }[];
  updates: string[];
  milestones: string[];
  hasStory: boolean;
  votes: number;
  launchWeek: string | null;
  createdAt: Date;
  facts: SearchableFacts;
}

// The number of names grows with the directory, so that about ten listings share each one.
const nameParts = inventWords(3, 4096);
const madeUpName = (index: number) =>
  nameParts[index % 4096]! + (index < 4096 ? "" : nameParts[Math.floor(index / 4096) % 4096]!.slice(0, 3));

export const madeUpNames = (size: number) => Math.max(1, Math.floor(size / 10));
export const founderCount = (size: number) => Math.max(1, Math.floor(size * 0.8));
/** A name that about ten listings have as a word. */
export const rareWord = (random: Random, size: number) => madeUpName(below(random, madeUpNames(size)));

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
function text(random: Random, count: number): string {
  let words = capital(vocabulary[drawWord(random)]!);
  for (let i = 1; i < count; i++) words += ` ${vocabulary[drawWord(random)]!}`;
  return words;
}
const some = <T>(count: number, make: () => T): T[] => [...new Set(Array.from({ length: count }, make))];

// A long tail: most listings have few votes, a few have thousands.
const voteCount = (random: Random) => Math.min(20_000, Math.floor(3 * (1 - random()) ** -0.8) - 3);

function standing(random: Random): Pick<InventedListing, "status" | "votes"> {
  const chance = random();
  const votes = voteCount(random);
  if (chance < 0.96) return { status: "live", votes };
  return { status: chance < 0.98 ? "draft" : chance < 0.99 ? "scheduled" : "suspended", votes: 0 };
}

/** The votes of a live listing; null if it is not live. */
export function votesAt(id: number): number | null {
  const { status, votes } = standing(randomFrom(id));
  return status === "live" ? votes : null;
}

export function listingAt(id: number, size: number): InventedListing {
  const random = randomFrom(id);
  const { status, votes } = standing(random);
  const made = rareWord(random, size);
  const name = random() < 0.5 ? capital(made) : `${capital(made)} ${capital(vocabulary[drawWord(random)]!)}`;
  const slug = `${name.toLowerCase().replaceAll(" ", "-")}-${id.toString(36)}`;
  const weeksAgo = Math.floor((size - id + between(random, 0, listingsPerWeek / 2)) / listingsPerWeek);
  const createdAt = new Date(directoryTime.getTime() - weeksAgo * 7 * dayMs - below(random, 2 * dayMs));
  return {
    id,
    slug,
    name,
    headline: text(random, between(random, 5, 9)),
    summary: text(random, between(random, 15, 35)),
    description: text(random, between(random, 40, 90)),
    status,
    plan: random() < 0.1 ? "paid" : "free",
    url: `https://${slug}.example/`,
    domain: `${slug}.example`,
    pricing: pick(random, pricing),
    platforms: some(between(random, 1, 3), () => pick(random, platforms)),
    verified: random() < 0.4 ? pick(random, methods) : null,
    rating: random() < 0.6 ? { value: below(random, 90), previous: random() < 0.8 ? below(random, 90) : null } : null,
    categoryIds: some(between(random, 1, 3), () => between(random, parentCount + 1, categories.length)),
    tags: some(between(random, 1, 4), () => tags[drawTag(random)]!),
    founderIds: some(between(random, 1, 2), () => between(random, 1, founderCount(size))),
    faqs: Array.from({ length: between(random, 0, 3) }, () => ({
      question: `${text(random, 6)}?`,
      answer: text(random, 20),
    })),
    updates: Array.from({ length: random() < 0.15 ? between(random, 1, 7) : 0 }, () => text(random, 30)),
    milestones: Array.from({ length: random() < 0.15 ? between(random, 1, 4) : 0 }, () => text(random, 8)),
    hasStory: random() < 0.05,
    votes,
    launchWeek: weeksAgo < weeksKept ? weekOf(createdAt) : null,
    createdAt,
    facts: factsAt(id),
  };
}

const licenses = ["MIT", "AGPL-3.0-only", "MIT OR Apache-2.0", "proprietary", null, null] as const;

/** Facts are drawn apart, so that all other values are as before there were facts. */
function factsAt(id: number): SearchableFacts {
  const random = randomFrom(1e7 + id);
  const price = between(random, 1, 100) * 100;
  const currency = pick(random, ["EUR", "USD"] as const);
  const free = { price: 0, currency, per: "month" } as const;
  return {
    license: pick(random, licenses),
    self_hosted: pick(random, ["yes", "no", null] as const),
    api_url: random() < 0.3 ? "https://example.org/api" : null,
    mcp_url: random() < 0.1 ? "https://example.org/mcp" : null,
    sso: pick(random, ["yes", "no", "paid", null] as const),
    languages: random() < 0.5 ? ["en", pick(random, ["de", "fr", "es", "pt-BR"] as const)] : [],
    plans: random() < 0.5 ? [{ price, currency, per: "month" }, ...(random() < 0.3 ? [free] : [])] : [],
  };
}

/**
 * What the search index holds, in one place for those who write it and those who ask it.
 *
 * A document is a string of tokens. A token without a mark is a word found anywhere in the listing; a mark from the
 * private-use area in front says more: a word of the headline or name, a word of the name, the whole name as one
 * word, or a filter value. Text never carries marks itself, because folding removes them.
 */
export const marks = { heading: "\uE000", name: "\uE001", wholeName: "\uE002", filter: "\uE003" } as const;
const joiner = "\uE00F";

const combining = /\p{M}+/gu;
const word = /[\p{L}\p{N}]+/gu;
// Scripts written without spaces: every pair of neighbours is a word, so that any part of a phrase can be found.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const maxWordLength = 64;

/** Case and accents folded away: `Café` and `CAFE` become `cafe`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(combining, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l");
}

/** The folded words of a text, in order, with repetitions. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [run] of fold(text).matchAll(word)) {
    if (unspaced.test(run)) found.push(...pairs(run));
    else found.push(run.slice(0, maxWordLength));
  }
  return found;
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

/** The English singular of what looks like a plural, and any other word as it is: documents and queries meet there. */
export function singular(found: string): string {
  return found.length < 4 || /(?:ss|us|is)$/.test(found) ? found : found.replace(/ies$/, "y").replace(/s$/, "");
}

/** All letters and digits of a name run together, so that `photo prism`, `PhotoPrism` and `photo-prism` are one. */
export function wholeName(text: string): string {
  return (fold(text).match(word) ?? []).join("").slice(0, maxWordLength);
}

/** A filter value as one token, for example `filterToken("tag", "self-hosted")`. */
export function filterToken(kind: FilterKind, value: string | number): string {
  return marks.filter + filterKinds[kind] + fold(String(value)).replace(/[^\p{L}\p{N}]+/gu, joiner);
}

const filterKinds = {
  site: "s",
  category: "c",
  tag: "t",
  pricing: "p",
  platform: "f",
  verified: "v",
  week: "w",
  rating: "r",
  updated: "u",
} as const;
export type FilterKind = keyof typeof filterKinds;

/** Ratings are filed by tens and times by months; the exact bound is then checked on the row. */
export const ratingBucket = (rating: number) => Math.floor(rating / 10);
export const updatedBucket = (time: string) => time.slice(0, 7);

export interface SearchableListing {
  siteId: number;
  name: string;
  headline: string;
  summary: string;
  categories: { id: number; name: string; parentId: number | null }[];
  tags: string[];
  platforms: string[];
  pricing: string | null;
  verified: boolean;
  launchWeek: string | null;
  rating: number | null;
  updatedAt: string;
}

/** The index document of a live listing. */
export function searchDocument(listing: SearchableListing): string {
  const nameWords = bothForms(listing.name);
  const headingWords = [...nameWords, ...bothForms(listing.headline)];
  const tokens = new Set<string>(headingWords);
  for (const text of [listing.summary, ...listing.categories.map((c) => c.name), ...listing.tags, ...listing.platforms])
    for (const form of bothForms(text)) tokens.add(form);
  for (const found of headingWords) tokens.add(marks.heading + found);
  for (const found of nameWords) tokens.add(marks.name + found);
  tokens.add(marks.wholeName + wholeName(listing.name));

  tokens.add(filterToken("site", listing.siteId));
  for (const { id, parentId } of listing.categories) {
    tokens.add(filterToken("category", id));
    if (parentId !== null) tokens.add(filterToken("category", parentId));
  }
  for (const tag of listing.tags) tokens.add(filterToken("tag", tag));
  for (const platform of listing.platforms) tokens.add(filterToken("platform", platform));
  if (listing.pricing) tokens.add(filterToken("pricing", listing.pricing));
  tokens.add(filterToken("verified", listing.verified ? "yes" : "no"));
  if (listing.launchWeek) tokens.add(filterToken("week", listing.launchWeek));
  if (listing.rating !== null) tokens.add(filterToken("rating", ratingBucket(listing.rating)));
  tokens.add(filterToken("updated", updatedBucket(listing.updatedAt)));
  return [...tokens].join(" ");
}

/** Words as written, which prefixes are prefixes of, and in the singular. */
const bothForms = (text: string) => words(text).flatMap((found) => [found, singular(found)]);

const idRange = 2 ** 32;
const maxVotes = 2 ** 20;

/** Index row id: ascending order is most votes first, then lowest id. */
export const searchKey = (votes: number, id: number) => (maxVotes - Math.min(votes, maxVotes)) * idRange + id;

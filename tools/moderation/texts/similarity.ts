import { parse } from "tldts";
import type { DuplicateReason } from "#db/schema/vocabulary.ts";
import { sharedHost } from "#db/values/shared-hosts.ts";
import { nameKey, plainName } from "../shared/name-key.ts";

export interface Comparable {
  name: string;
  url: string;
  /** The headline, summary and description. */
  text: string;
}

export interface Similarity {
  reason: DuplicateReason;
  score: number;
}

const bands = 8;
const rowsPerBand = 4;
/** Above this similarity of the texts, two listings are probably about the same product. */
const minSimilarity = 0.7;
/** Short texts, such as “A self-hosted wiki”, are equal by chance. */
const minPairs = 10;

// Characters of scripts without spaces between words count as words.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

/** Hashes of the pairs of neighbouring words, whatever their case, punctuation and look-alike letters. */
function wordPairs(text: string): Set<number> {
  const words = nameKey(text.toLowerCase()).match(word) ?? [];
  return new Set(words.slice(1).map((next, i) => Bun.hash.murmur32v3(`${words[i]} ${next}`)));
}

const bare = (name: string) => (name.match(/[\p{L}\p{N}]+/gu) ?? [name]).join("");

/** Look-alike keys without spaces and punctuation: a capital I looks like an l, but “TIDE” is also the name “Tide”. */
const bareNames = (name: string) => new Set([name, name.toLowerCase()].map((one) => bare(nameKey(one))));

/** The registrable domain if one product has it alone; null on shared hosts. */
function ownDomain(address: string): string | null {
  const url = new URL(address);
  return sharedHost(url) ? null : parse(url.hostname, { allowPrivateDomains: true }).domain;
}

/**
 * Two listings are compared only if they have a key in common: the name, the domain or a band of the MinHash signature
 * of their texts. Texts with a Jaccard similarity of 0.7 have a common band with probability 0.89, and of 0.8 with
 * probability 0.98.
 */
export function duplicateKeys({ name, url, text }: Comparable): number[] {
  const keyOf = (...parts: unknown[]) => Number(Bun.hash(JSON.stringify(parts)) & 0xfffffffffffffn);
  const pairs = [...wordPairs(text)];
  const signature = Array.from({ length: bands * rowsPerBand }, (_, seed) =>
    pairs.reduce((least, pair) => Math.min(least, Math.imul(pair ^ (seed * 0x9e3779b1), 0x85ebca6b) >>> 0), 2 ** 32),
  );
  const domain = ownDomain(url);
  return [
    ...[...bareNames(name)].map((one) => keyOf("name", one)),
    ...(domain === null ? [] : [keyOf("domain", domain)]),
    ...(pairs.length < minPairs
      ? []
      : Array.from({ length: bands }, (_, i) => keyOf(i, signature.slice(i * rowsPerBand, (i + 1) * rowsPerBand)))),
  ];
}

/** Compares two listings. Returns null if they are probably different products. */
export function similarityOf(a: Comparable, b: Comparable): Similarity | null {
  const [own, other] = [wordPairs(a.text), wordPairs(b.text)];
  const common = own.intersection(other).size;
  const overlap = common === 0 ? 0 : common / own.union(other).size;
  // Short texts count only together with the name.
  const text = Math.min(own.size, other.size) < minPairs ? 0 : overlap;
  const domain = ownDomain(a.url);
  const score = (base: number) => Math.round(base + (100 - base) * overlap);
  const isSameName = !bareNames(a.name).isDisjointFrom(bareNames(b.name));
  if (domain !== null && domain === ownDomain(b.url) && (isSameName || text >= minSimilarity))
    return { reason: "site", score: score(80) };
  if (isSameName) {
    const isPlain = bare(plainName(a.name)) === bare(plainName(b.name));
    return { reason: isPlain ? "name" : "lookalike", score: score(60) };
  }
  return text >= minSimilarity ? { reason: "text", score: score(0) } : null;
}

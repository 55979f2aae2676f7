import { categoryNames, dataVersion } from "#db/queries/content/category-names.ts";
import { knownAmong } from "#db/queries/search/search-count.ts";
import { marks, wholeName } from "#db/queries/search/search-text.ts";
import { chunksOf } from "#db/store/chunks.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { type ProductTypes, readProductTypes } from "../shared/product-types.ts";
import { defaultKinds } from "./default-product-types.ts";
import { type SiteVocabulary, vocabularyOf } from "./vocabulary.ts";

type Where = Pick<CallContext, "read" | "site" | "now">;

interface CachedVocabulary {
  vocabulary: Promise<SiteVocabulary>;
  source: string;
  version: number;
  at: number;
}

// `source` stays the same when listings use new words, so the vocabulary also expires after this time.
const maxAgeMs = 10 * 60_000;
const caches = new WeakMap<object, Map<number, CachedVocabulary>>();
let defaultTypes: ProductTypes | undefined;

/** Returns a site's vocabulary, cached for `maxAgeMs` or until its categories or its operator's kinds change. */
export async function siteVocabulary({ read, site, now }: Where): Promise<SiteVocabulary> {
  const cache = caches.get(read.$client) ?? new Map<number, CachedVocabulary>();
  caches.set(read.$client, cache);
  const last = cache.get(site.id);
  const own = site.settings.kinds ?? "";
  const version = await dataVersion(read);
  const isFresh = last !== undefined && Math.abs(now.getTime() - last.at) < maxAgeMs;
  if (isFresh && last.version === version && last.source.startsWith(own)) return last.vocabulary;
  const categories = await categoryNames(read, site.id);
  const source = own + categories;
  if (isFresh && last.source === source) {
    last.version = version;
    return last.vocabulary;
  }
  const vocabulary = readVocabulary(read, own, categories);
  // While one request reads the words again, others use the last vocabulary. Without one, they wait for the same read.
  if (last?.source === source) {
    last.at = now.getTime();
    await vocabulary;
  } else vocabulary.catch(() => cache.delete(site.id));
  cache.set(site.id, { vocabulary, source, version, at: now.getTime() });
  return vocabulary;
}

async function readVocabulary(read: CallContext["read"], own: string, categories: string): Promise<SiteVocabulary> {
  defaultTypes ??= readProductTypes(defaultKinds());
  const types = own === "" ? defaultTypes : readProductTypes(`${defaultKinds()}\n${own}`);
  const { kinds } = types;
  const stems = [...new Set(kinds.flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.split(" "))))];
  const names = [...new Set(kinds.flatMap(({ products }) => products.map(wholeName)))];
  const used = await indexedAmong(read, stems, "");
  const listed = await indexedAmong(read, names, marks.wholeName);
  return vocabularyOf(types, JSON.parse(categories), {
    isUsed: (stem) => used.has(stem),
    isListed: (name) => listed.has(name),
  });
}

/** Looks up thousands of words in parts, so that other requests do not wait for all of them. */
async function indexedAmong(read: CallContext["read"], words: readonly string[], mark: string): Promise<Set<string>> {
  const found = new Set<string>();
  const mayYield = yieldsToEventLoop();
  for (const some of chunksOf(words)) {
    for (const word of await knownAmong(read, some, mark)) found.add(word);
    await mayYield();
  }
  return found;
}

import { categoryNames, dataVersion } from "#db/queries/content/category-names.ts";
import { knownAmong } from "#db/queries/search/search-count.ts";
import { marks, wholeName } from "#db/queries/search/search-text.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { type ProductType, readProductTypes } from "../shared/product-types.ts";
import { defaultKinds } from "./default-product-types.ts";
import { type SiteVocabulary, vocabularyOf } from "./vocabulary.ts";

type Where = Pick<CallContext, "read" | "site" | "now">;

interface Made {
  vocabulary: SiteVocabulary;
  /** What it was made of: the site's own kinds and its categories. */
  from: string;
  /** The state of the database when that was last looked at. */
  version: number;
  at: number;
}

// Listings may begin to say a word that none of them said.
const maxMs = 10 * 60_000;
const made = new WeakMap<object, Map<number, Made>>();
let known: ProductType[] | undefined;

/** What kinds, categories and products are called on a site; made again when its categories or its operator's kinds change. */
export async function siteVocabulary({ read, site, now }: Where): Promise<SiteVocabulary> {
  const ofSites = made.get(read.$client) ?? new Map<number, Made>();
  made.set(read.$client, ofSites);
  const last = ofSites.get(site.id);
  const own = site.settings.kinds ?? "";
  const version = await dataVersion(read);
  const isFresh = last !== undefined && Math.abs(now.getTime() - last.at) < maxMs;
  if (isFresh && last.version === version && last.from.startsWith(own)) return last.vocabulary;
  const categories = await categoryNames(read, site.id);
  const from = own + categories;
  if (isFresh && last.from === from) {
    last.version = version;
    return last.vocabulary;
  }
  known ??= readProductTypes(defaultKinds).kinds;
  const kinds = own === "" ? known : readProductTypes(`${defaultKinds}\n${own}`).kinds;
  const stems = [...new Set(kinds.flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.split(" "))))];
  const names = [...new Set(kinds.flatMap(({ products }) => products.map(wholeName)))];
  const said = new Set(await knownAmong(read, stems));
  const listed = new Set(await knownAmong(read, names, marks.wholeName));
  const vocabulary = vocabularyOf(kinds, JSON.parse(categories), {
    isSaid: (stem) => said.has(stem),
    isListed: (name) => listed.has(name),
  });
  ofSites.set(site.id, { vocabulary, from, version, at: now.getTime() });
  return vocabulary;
}

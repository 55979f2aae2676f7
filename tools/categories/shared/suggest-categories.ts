import { type CategoryRow, categoryRows } from "#db/queries/content/write-category.ts";
import { nearestListings, rarity, stemsOf, termStatistics } from "#db/queries/search/term-statistics.ts";
import type { Db } from "#db/store/store.ts";

/** No more stems than this are used, because further stems of long texts hardly change the result. */
const maxStems = 64;
const maxSuggestions = 3;
/** Categories with less than this share of the first category's votes are left out. They match only a stray word. */
const minVoteShare = 0.1;
/** Only the most similar listings vote, because many less similar ones would outvote them. */
const maxVoters = 70;
/** The weight of a listing's vote for each category except its first. The first category says what the product is. */
const otherCategoryVote = 0.7;
/**
 * The vote for a category whose name contains all words of the text. Words found only in its description count less.
 */
const nameVote = 0.3;
const descriptionFactor = 0.25;
/** The factor for words in category names. They say more about a category than other words of the same rarity. */
const nameFactor = 2;
/** A large category has many listings similar to any text, so its votes are divided by its size to this power. */
const sizePower = 0.2;
/** Nothing is suggested if no listing or category name is this similar. Less similar ones share only a stray word. */
const minSimilarity = 0.2;
/**
 * Nothing is suggested if less than this share of the text's words occurs on the site. The text may be in another
 * language.
 */
const minKnown = 0.3;
/**
 * The first category is certain if it has this many times the votes of the second, and this many similar listings.
 * test/real-sites/categories.ts measures how many of the certain categories are wrong.
 */
const certainRatio = 5;
const minListings = 3;

export interface CategorySuggestions {
  /** At most three slugs, best first. */
  slugs: string[];
  /** Whether the first category may be filled in automatically. */
  isCertain: boolean;
}

interface Category extends CategoryRow {
  nameStems: Set<string>;
  stems: Set<string>;
}

interface Candidate {
  slug: string;
  votes: number;
  /** The number of similar listings in the category. */
  listings: number;
}

/**
 * Suggests categories for a product. Similar listings vote for their categories. A category also gets votes if its name
 * or description shares words with the texts. A word in several texts gets the highest of their weights.
 */
export async function suggestCategories(
  read: Db,
  siteId: number,
  texts: readonly { text: string; weight: number }[],
): Promise<CategorySuggestions> {
  const categories = (await categoryRows(read, siteId)).map((row) => ({
    ...row,
    nameStems: stemsOf(row.name),
    stems: stemsOf(`${row.name} ${row.description}`),
  }));
  const { weights, known } = await stemWeights(read, siteId, weightsInTexts(texts), categories);
  if (known < minKnown) return { slugs: [], isCertain: false };
  const candidates = new Map(categories.map((category) => [category.id, byName(category, weights)]));
  const voters = (await nearestListings(read, siteId, weights)).slice(0, maxVoters);
  const similarities = [...[...candidates.values()].map(({ votes }) => votes / nameVote), voters[0]?.similarity ?? 0];
  if (Math.max(...similarities) < minSimilarity) return { slugs: [], isCertain: false };
  for (const { similarity, categoryIds } of voters)
    for (const [position, id] of categoryIds.entries()) {
      const candidate = candidates.get(id)!;
      candidate.votes += similarity ** 2 * (position === 0 ? 1 : otherCategoryVote);
      if (similarity >= minSimilarity) candidate.listings++;
    }
  for (const { id, listingCount } of categories) candidates.get(id)!.votes /= (listingCount + 1) ** sizePower;
  const ranked = [...candidates.values()]
    .filter(({ votes }) => votes > 0)
    .sort((a, b) => b.votes - a.votes || (a.slug < b.slug ? -1 : 1));
  const [first, second] = ranked;
  return {
    slugs: ranked
      .filter(({ votes }) => votes >= first!.votes * minVoteShare)
      .slice(0, maxSuggestions)
      .map(({ slug }) => slug),
    isCertain:
      first !== undefined && first.listings >= minListings && first.votes >= certainRatio * (second?.votes ?? 0),
  };
}

function weightsInTexts(texts: readonly { text: string; weight: number }[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { text, weight } of texts)
    for (const stem of stemsOf(text))
      if (weights.has(stem) || weights.size < maxStems) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  return weights;
}

/** Multiplies the weights by the rarity of the stems. Categories count as texts, so an empty site has rarities too. */
async function stemWeights(
  read: Db,
  siteId: number,
  inTexts: ReadonlyMap<string, number>,
  categories: readonly Category[],
): Promise<{ weights: Map<string, number>; known: number }> {
  const { listings, counts } = await termStatistics(read, siteId, inTexts.keys());
  const weights = new Map<string, number>();
  const texts = listings + categories.length;
  let [known, all] = [0, 0];
  for (const [stem, weight] of inTexts) {
    const count = counts.get(stem)! + categories.filter(({ stems }) => stems.has(stem)).length;
    all += weight * rarity(Math.max(1, count), texts);
    // A stem that occurs nowhere on the site cannot match a listing or a category.
    if (count === 0) continue;
    known += weight * rarity(count, texts);
    const factor = categories.some(({ nameStems }) => nameStems.has(stem)) ? nameFactor : 1;
    weights.set(stem, weight * factor * rarity(count, texts));
  }
  return { weights, known: known / Math.max(all, Number.MIN_VALUE) };
}

function byName({ slug, nameStems, stems }: Category, weights: ReadonlyMap<string, number>): Candidate {
  let [total, shared] = [0, 0];
  for (const [stem, weight] of weights) {
    total += weight;
    if (stems.has(stem)) shared += weight * (nameStems.has(stem) ? 1 : descriptionFactor);
  }
  const share = shared / Math.max(total, Number.MIN_VALUE);
  return { slug, votes: nameVote * share, listings: 0 };
}

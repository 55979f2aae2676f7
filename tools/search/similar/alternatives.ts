import { alternativeCandidates, namedAlternatives, type SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import { phraseOf } from "#db/queries/search/search-words.ts";
import { frequencies } from "#db/queries/search/term-statistics.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { siteVocabulary } from "../query-understanding/site-vocabulary.ts";
import { featuresOf, type Similarity, similarities } from "./similarity.ts";

// Below this score, two listings share a broad category or words by chance.
const minScore = 0.31;
const namedByTeam = "chosen by the site team";

// The start of a headline says what a product is; the end says what else it does or replaces.
const leadLength = 7;

/** A bonus that ranks better-known listings first among similar ones: 0.1 for a million stars. */
const popularity = ({ stars }: SimilarityFeatures) => Math.log2(1 + (stars ?? assumedStars)) / 200;
const assumedStars = 1000;

export interface Alternative extends Similarity {
  other: SimilarityFeatures;
}

/** Returns live listings that could replace another: first those named by the team, then the most similar ones. */
export async function alternativesOf(
  where: Pick<CallContext, "read" | "site" | "now">,
  own: SimilarityFeatures,
  limit: number,
): Promise<Alternative[]> {
  const { read, site } = where;
  const vocabulary = await siteVocabulary(where);
  const kindsOf = ({ name, read }: SimilarityFeatures) => vocabulary.kindsOf(name, read.text.slice(0, leadLength));
  const named = await namedAlternatives(read, own.id);
  const isNamed = new Set(named.map(({ id }) => id));
  const candidates = await alternativeCandidates(read, site.id, own, kindsOf(own).kinds.map(vocabulary.topicOfKind));
  const others = [...named, ...candidates.filter(({ id }) => !isNamed.has(id))];
  const filedKinds = new Map<string, string[]>();
  const withKinds = (traits: SimilarityFeatures): SimilarityFeatures => {
    const { kinds, knownAs } = kindsOf(traits);
    const main = traits.categories[0]?.name ?? "";
    if (!filedKinds.has(main)) {
      const topic = vocabulary.topicOf(phraseOf(main));
      // A topic that only has the category's name is no kind of product.
      filedKinds.set(main, topic === null || topic.name === main ? [] : [topic.name]);
    }
    const topics = new Set([...kinds.map(({ name }) => name), ...filedKinds.get(main)!]);
    return { ...traits, topics: [...topics], knownAs: knownAs?.name ?? null };
  };
  const mine = withKinds(own);
  const counted = await frequencies(read, site.id, [...featuresOf(mine).keys()]);
  return similarities(mine, others.map(withKinds), counted)
    .map((similarity, i) => ({ ...similarity, other: others[i]! }))
    .filter(({ score, other }) => isNamed.has(other.id) || score >= minScore)
    .sort(
      (a, b) =>
        Number(isNamed.has(b.other.id)) - Number(isNamed.has(a.other.id)) ||
        b.score + popularity(b.other) - a.score - popularity(a.other) ||
        b.other.votes - a.other.votes ||
        b.other.id - a.other.id,
    )
    .slice(0, limit)
    .map(({ shared, ...rest }) => ({
      ...rest,
      shared: isNamed.has(rest.other.id) ? [namedByTeam, ...shared] : shared,
    }));
}

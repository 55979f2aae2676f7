import { alternativeCandidates, namedAlternatives, type SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { siteVocabulary } from "../query-understanding/site-vocabulary.ts";
import { type Similarity, similarities } from "./similarity.ts";

// Below this score, two listings share little more than their pricing.
const minScore = 0.08;
const namedByTeam = "chosen by the site team";

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
  const kindsOf = ({ name, read }: SimilarityFeatures) => vocabulary.kindsOf(name, read.text);
  const named = await namedAlternatives(read, own.id);
  const isNamed = new Set(named.map(({ id }) => id));
  const ownKinds = kindsOf(own);
  const candidates = await alternativeCandidates(read, site.id, own, ownKinds.kinds.map(vocabulary.topicOfKind));
  const others = [...named, ...candidates.filter(({ id }) => !isNamed.has(id))];
  const withKinds = (traits: SimilarityFeatures, { kinds, knownAs } = kindsOf(traits)) => ({
    ...traits,
    topics: kinds.map(({ name }) => name),
    knownAs: knownAs?.name ?? null,
  });
  return similarities(
    withKinds(own, ownKinds),
    others.map((other) => withKinds(other)),
  )
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

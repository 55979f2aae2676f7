import { alternativeCandidates, namedAlternatives, type SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { siteVocabulary } from "../query-understanding/site-vocabulary.ts";
import { type Similarity, similarities } from "./similarity.ts";

// Below this, two listings have little more in common than their pricing.
const leastScore = 0.08;
const namedByTeam = "named by the site team";

/** Of nearly equal ones the better known comes first; 0.1 for a million stars. Of most products nobody counted any. */
const fame = ({ stars }: SimilarityFeatures) => Math.log2(1 + (stars ?? uncounted)) / 200;
const uncounted = 1000;

export interface Alternative extends Similarity {
  other: SimilarityFeatures;
}

/** The live listings that could replace one: those the site team named, then the most alike. */
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
  const candidates = await alternativeCandidates(read, site.id, own, ownKinds.said.map(vocabulary.topicOfKind));
  const others = [...named, ...candidates.filter(({ id }) => !isNamed.has(id))];
  const withKinds = (traits: SimilarityFeatures, { said, knownAs } = kindsOf(traits)) => ({
    ...traits,
    topics: said.map(({ name }) => name),
    knownAs: knownAs?.name ?? null,
  });
  return similarities(
    withKinds(own, ownKinds),
    others.map((other) => withKinds(other)),
  )
    .map((similarity, i) => ({ ...similarity, other: others[i]! }))
    .filter(({ score, other }) => isNamed.has(other.id) || score >= leastScore)
    .sort(
      (a, b) =>
        Number(isNamed.has(b.other.id)) - Number(isNamed.has(a.other.id)) ||
        b.score + fame(b.other) - a.score - fame(a.other) ||
        b.other.votes - a.other.votes ||
        b.other.id - a.other.id,
    )
    .slice(0, limit)
    .map(({ shared, ...rest }) => ({
      ...rest,
      shared: isNamed.has(rest.other.id) ? [namedByTeam, ...shared] : shared,
    }));
}

import { alternativeCandidates, namedAlternatives, type Traits } from "../../db/queries/alternatives.ts";
import type { CallContext } from "../core/context.ts";
import { type Similarity, similarities } from "./similarity.ts";

// Below this, two listings have little more in common than their pricing.
const leastScore = 0.1;
const namedByTeam = "named by the site team";

export interface Alternative extends Similarity {
  other: Traits;
}

/** The live listings that could replace one: those the site team named, then the most alike. */
export async function alternativesOf(
  { read, site }: Pick<CallContext, "read" | "site">,
  own: Traits,
  limit: number,
): Promise<Alternative[]> {
  const named = await namedAlternatives(read, own.id);
  const isNamed = new Set(named.map(({ id }) => id));
  const computed = (await alternativeCandidates(read, site.id, own)).filter(({ id }) => !isNamed.has(id));
  const others = [...named, ...computed];
  return similarities(own, others)
    .map((similarity, i) => ({ ...similarity, other: others[i]! }))
    .filter(({ score, other }) => isNamed.has(other.id) || score >= leastScore)
    .sort(
      (a, b) =>
        Number(isNamed.has(b.other.id)) - Number(isNamed.has(a.other.id)) ||
        b.score - a.score ||
        b.other.votes - a.other.votes ||
        a.other.id - b.other.id,
    )
    .slice(0, limit)
    .map(({ shared, ...rest }) => ({ ...rest, shared: isNamed.has(rest.other.id) ? [namedByTeam, ...shared] : shared }));
}

import { type Subject, subjectsOfListed } from "#db/queries/listings/subjects.ts";
import {
  alternativeCandidates,
  namedAlternatives,
  type SimilarityFeatures,
  traitsSpeakingOf,
} from "#db/queries/search/alternatives.ts";
import { fold } from "#db/queries/search/search-text.ts";
import { phraseOf, queryWords } from "#db/queries/search/search-words.ts";
import { frequencies } from "#db/queries/search/term-statistics.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { siteVocabulary } from "../query-understanding/site-vocabulary.ts";
import { featuresOf, type Similarity, similarities } from "./similarity.ts";

// Below this score, two listings share a broad category or words by chance.
const minScore = 0.31;
const namedByTeam = "chosen by the site team";
const saysSo = (name: string) => `says that it replaces ${name}`;

// The start of a headline says what a product is; the end says what else it does or replaces.
const leadLength = 7;

/** A bonus that ranks better-known listings first among similar ones: 0.1 for a million stars. */
const popularity = ({ stars }: SimilarityFeatures) => Math.log2(1 + (stars ?? assumedStars)) / 200;
const assumedStars = 1000;

export interface Alternative extends Similarity {
  other: SimilarityFeatures;
}

/**
 * Returns live listings that could replace another: first those chosen by the team, then those that say they replace it,
 * then the most similar ones.
 */
export async function alternativesOf(
  where: Pick<CallContext, "read" | "site" | "now">,
  own: SimilarityFeatures,
  limit: number,
): Promise<Alternative[]> {
  const { read, site } = where;
  const vocabulary = await siteVocabulary(where);
  const kindsOf = ({ name, read }: SimilarityFeatures) => vocabulary.kindsOf(name, read.text.slice(0, leadLength));
  const subjects = await subjectsOfListed(read, site.id, own);
  const named = await namedAlternatives(
    read,
    own.id,
    subjects.map(({ id }) => id),
  );
  const reasons = [namedByTeam, saysSo(own.name)];
  const places = new Map(named.map(({ id, isByTeam }) => [id, isByTeam ? 0 : 1]));
  const placeOf = ({ id }: SimilarityFeatures) => places.get(id) ?? reasons.length;
  const candidates = await alternativeCandidates(read, site.id, own, kindsOf(own).kinds.map(vocabulary.topicOfKind));
  const others = [...named, ...candidates.filter(({ id }) => !places.has(id))];
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
    .filter(({ score, other }) => places.has(other.id) || score >= minScore)
    .sort(
      (a, b) =>
        placeOf(a.other) - placeOf(b.other) ||
        b.score + popularity(b.other) - a.score - popularity(a.other) ||
        b.other.votes - a.other.votes ||
        b.other.id - a.other.id,
    )
    .slice(0, limit)
    .map(({ other, shared, score }) => {
      const place = placeOf(other);
      return { other, score, shared: [...reasons.slice(place, place + 1), ...shared] };
    });
}

/** Returns listings that say in a fact or in their texts that they replace a product, each kind with most votes first. */
export async function replacementsOf(
  { read, site }: Pick<CallContext, "read" | "site">,
  { id, name }: Pick<Subject, "id" | "name">,
): Promise<SimilarityFeatures[]> {
  const naming = await namedAlternatives(read, null, [id]);
  const known = new Set(naming.map((one) => one.id));
  const product = RegExp.escape(fold(name));
  const alone = `(?<![\\p{L}\\p{N}])${product}(?![\\p{L}\\p{N}])`;
  const isSelfDeclared = new RegExp(
    `alternatives? (?:to|for)[^.()]*${alone}|${alone}[ -]+(?:alternative|replacement|clone)`,
    "u",
  );
  const speaking = await traitsSpeakingOf(read, site.id, queryWords(name));
  const declaring = speaking.filter(({ headline, summary }) => isSelfDeclared.test(fold(`${headline} ${summary}`)));
  return [...naming, ...declaring.filter((one) => !known.has(one.id))];
}

const maxSimilarTo = 3;

/**
 * Returns live listings that could replace a product that is not listed: those that say so, most votes first, then those
 * that are similar to the first of them.
 */
export async function alternativesToSubject(
  where: Pick<CallContext, "read" | "site" | "now">,
  subject: Subject,
  limit: number,
): Promise<Alternative[]> {
  const naming = await replacementsOf(where, subject);
  const found = new Map(
    naming.map((other): [number, Alternative] => [other.id, { other, score: 1, shared: [saysSo(subject.name)] }]),
  );
  for (const one of naming.slice(0, maxSimilarTo)) {
    if (found.size >= limit) break;
    for (const each of await alternativesOf(where, one, limit))
      if (!found.has(each.other.id))
        found.set(each.other.id, { ...each, shared: [`similar to ${one.name}`, ...each.shared] });
  }
  return [...found.values()].slice(0, limit);
}

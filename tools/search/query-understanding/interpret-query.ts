import { isNamesake } from "#db/queries/listings/slugs.ts";
import { findSubject, type Subject } from "#db/queries/listings/subjects.ts";
import { type SimilarityFeatures, traitsByName } from "#db/queries/search/alternatives.ts";
import { countUpTo } from "#db/queries/search/search-count.ts";
import { hasWords } from "#db/queries/search/search-match.ts";
import { marks, stem, wholeName } from "#db/queries/search/search-text.ts";
import type { Replacing, Topic } from "#db/queries/search/search-topics.ts";
import { isFunctionWord, isVague, phraseOf, queryWords } from "#db/queries/search/search-words.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { alternativesOf, replacementsOf } from "../similar/alternatives.ts";
import type { Requirement } from "./fact-words.ts";
import { possiblyReplaced, queryIntentOf, readingsOf, requirementsOf } from "./query-patterns.ts";
import { siteVocabulary } from "./site-vocabulary.ts";
import type { SiteVocabulary } from "./vocabulary.ts";

export interface Meaning {
  q: string;
  vocabulary: SiteVocabulary;
  replacing?: Replacing;
  /** The product to replace, if `replacing` is set. */
  replaced?: { text: string; field: "alternative_to"; value: string };
  /** The names of listings that say that they replace the product. */
  sayingSo?: string[];
  requirements: Requirement[];
  /** Conditions that no filter can express. */
  unmet: string[];
  understoodAs: string | null;
}

type Where = Pick<CallContext, "read" | "site" | "now">;

type Target = { name: string } & (
  | { listed: SimilarityFeatures }
  /** A product that is not listed: its type, and what live listings say that they replace. */
  | { kind: Topic | null; subject: Subject | null }
);

const maxAlternatives = 30;
const fewMentions = 3;
// Shorter names such as `Box` and `Wave` are often ordinary words.
const minNameLength = 5;

export async function interpretQuery(where: Where, query: string): Promise<Meaning> {
  const vocabulary = await siteVocabulary(where);
  const { q, requirements, unmet } = requirementsOf(query);
  const isReplacing = requirements.some(({ field }) => field === "pricing" || field === "self_hosted");
  const meaning = await meaningOf(where, vocabulary, q, isReplacing);
  return { ...meaning, vocabulary, requirements, unmet };
}

type Reading = Pick<Meaning, "q" | "replacing" | "replaced" | "sayingSo" | "understoodAs">;

async function meaningOf(where: Where, vocabulary: SiteVocabulary, q: string, isRequiring: boolean): Promise<Reading> {
  const intent = queryIntentOf(q);
  if (intent?.kind === "replacing") {
    const [target = ""] = intent.targets;
    for (const reading of readingsOf(target, q)) {
      const found = await targetOf(where, vocabulary, reading.target);
      if (found) return replacing(where, q, found, reading.also);
    }
    // The product is unknown, so its name is searched for without the words for "alternative".
    return plain(vocabulary, target);
  }
  for (const name of possiblyReplaced(q)) {
    const found = await targetOf(where, vocabulary, name);
    if (found && ("kind" in found || wholeName(found.name) === wholeName(name))) return replacing(where, q, found, "");
  }
  // A bare name is looked up only if it comes with a requirement or is a known product, which the user may want to
  // replace.
  if (intent !== null && (intent.kind !== "naming" || isRequiring || areProducts(vocabulary, intent.targets))) {
    const found = await Promise.all(intent.targets.map((target) => targetOf(where, vocabulary, target)));
    const targets = found.filter((target) => target !== null);
    const areCompared = intent.kind === "comparing" || targets.length === 2;
    if (areCompared && targets.length > 0) return comparing(where, q, targets);
    const [target] = targets;
    if (intent.kind === "naming" && target && (isRequiring || (await asksForOthers(where, vocabulary, q, target))))
      return replacing(where, q, target, "");
  }
  return plain(vocabulary, q);
}

function plain(vocabulary: SiteVocabulary, q: string): Reading {
  const asked = queryWords(q).map(stem);
  const [first] = vocabulary.topicsIn(asked);
  return { q, understoodAs: first?.at.length === asked.length && asked.length > 0 ? first.topic.name : null };
}

const areProducts = (vocabulary: SiteVocabulary, names: readonly string[]) =>
  names.some((name) => vocabulary.kindOfProduct(name) !== null);

/**
 * Returns whether a bare product name asks for alternatives. It does if the product is not listed and hardly any
 * heading contains its name.
 */
async function asksForOthers({ read, site }: Where, vocabulary: SiteVocabulary, q: string, target: Target) {
  if ("listed" in target || vocabulary.topicOf(phraseOf(q)) !== null) return false;
  if (target.name.length < minNameLength) return false;
  const asked = queryWords(q).map((word) => ({ forms: [stem(word)] }));
  return (await countUpTo(read, site.id, hasWords(asked, marks.heading), fewMentions)) < fewMentions;
}

async function targetOf({ read, site }: Where, vocabulary: SiteVocabulary, name: string): Promise<Target | null> {
  const listed = await traitsByName(read, site.id, name);
  const known = await findSubject(read, site.id, name);
  const subject = known && known.listingCount > 0 ? known : null;
  if (listed && wholeName(listed.name) === wholeName(name) && !isNamesake(subject, listed))
    return { name: listed.name, listed };
  if (vocabulary.topicOf(phraseOf(name)) !== null) return null;
  const kind = vocabulary.kindOfProduct(name);
  if (kind || subject) return { name: kind ? vocabulary.productNamed(name) : subject!.name, kind, subject };
  return listed && { name: listed.name, listed };
}

async function replacing(where: Where, q: string, target: Target, also: string): Promise<Reading> {
  const names = await ("kind" in target
    ? namesOfReplacements(where, target)
    : namesOfAlternatives(where, target.listed));
  const topic = "kind" in target ? target.kind : null;
  const replaced = "kind" in target ? [] : [target.listed.name];
  const wanted = also === "" ? [] : queryWords(also).filter((word) => !isVague(word) && !isFunctionWord(word));
  return {
    q,
    replacing: { names, mentioned: queryWords(target.name), also: wanted, topic, replaced },
    ...("kind" in target && { sayingSo: names }),
    replaced: { text: q, field: "alternative_to", value: target.name },
    understoodAs: `alternatives to ${target.name}${topic === null ? "" : `: ${topic.name}`}`,
  };
}

async function comparing(where: Where, q: string, targets: Target[]): Promise<Reading> {
  const listed = targets.flatMap((target) => ("listed" in target ? [target.listed] : []));
  const kinds = targets.flatMap((target) => ("kind" in target && target.kind ? [target.kind] : []));
  const alternatives = await Promise.all(listed.map((each) => namesOfAlternatives(where, each)));
  return {
    q,
    replacing: {
      names: [...new Set([...listed.map(({ name }) => name), ...alternatives.flat()])].slice(0, maxAlternatives),
      mentioned: queryWords(targets[0]!.name),
      also: [],
      topic: kinds[0] ?? null,
      replaced: [],
    },
    understoodAs: `${targets.map(({ name }) => name).join(" and ")}, and their alternatives`,
  };
}

/** The names of listings that say in a fact or in their texts that they replace a product, most votes first. */
async function namesOfReplacements(where: Where, { name, subject }: { name: string; subject: Subject | null }) {
  const found = await replacementsOf(where, { id: subject?.id ?? 0, name });
  return [...new Set(found.map((one) => one.name))].slice(0, maxAlternatives);
}

const namesOfAlternatives = async (where: Where, own: SimilarityFeatures): Promise<string[]> =>
  (await alternativesOf(where, own, maxAlternatives)).map(({ other }) => other.name);

import { allOf, exactly, filedUnder, hasWord, hasWords, oneOf, wholeNames, without } from "./search-match.ts";
import type { SearchPlan } from "./search-plan.ts";
import { marks, stem, wholeName } from "./search-text.ts";
import type { Replacing, Topic } from "./search-topics.ts";

/**
 * Listings that can replace a product: known alternatives in their order; listings of its type, first those that call
 * themselves alternatives; then all other listings that mention it.
 */
export function replacingPlan({ names, mentioned, topic, replaced }: Replacing, filters: string): SearchPlan {
  const wholes = replaced.map(wholeName);
  const kept = (expression: string) =>
    wholes.length === 0 ? `${expression}${filters}` : without(`(${expression}${filters})`, wholeNames(wholes));
  const mentioning = mentioned.map((each) => ({ forms: [stem(each)] }));
  const saysSo = allOf([hasWords(mentioning, marks.heading), exactly(marks.heading + stem("alternative"))]);
  const named = names.map((name) => wholeNames([wholeName(name)]));
  const kind = topic === null ? [] : [hasWord({ forms: [], topic })];
  const found = [...named, ...kind, hasWords(mentioning)];
  const expressions = [
    ...named,
    ...(topic === null ? [] : [allOf([saysSo, ...kind]), ...kindFirst(topic), ...kind]),
    saysSo,
    hasWords(mentioning),
  ];
  const most = kept(oneOf(found));
  return { tiers: expressions.map((expression) => [kept(expression)]), most: `(${most})`, others: null, counted: null };
}

/** Listings of the type, beginning with those whose headline starts with it. If it has no categories, only those. */
function kindFirst(topic: Topic): string[] {
  const inLead = hasWord({ forms: [], topic }, marks.lead);
  const filed = topic.categoryIds.length === 0 ? null : oneOf(filedUnder(topic));
  return filed === null ? [inLead] : [allOf([inLead, filed]), filed];
}

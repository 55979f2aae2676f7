import { allOf, exactly, filedUnder, hasWord, hasWords, oneOf, wholeNames, without } from "./search-match.ts";
import type { SearchPlan } from "./search-plan.ts";
import { marks, stem, wholeName } from "./search-text.ts";
import type { Replacing, Topic } from "./search-topics.ts";

/**
 * What can replace a product: listings that are known to, in their order; of those of its kind first who say so; others
 * of its kind; and whoever speaks of it.
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

/** Of the listings of a kind those that say so first, as far as it is no category's very name. */
function kindFirst(topic: Topic): string[] {
  const inLead = hasWord({ forms: [], topic }, marks.lead);
  const filed = topic.categoryIds.length === 0 ? null : oneOf(filedUnder(topic));
  return filed === null ? [inLead] : [allOf([inLead, filed]), filed];
}

import { allOf, exactly, filedUnder, hasWord, hasWords, oneOf, wholeNames, without } from "./search-match.ts";
import type { SearchPlan } from "./search-plan.ts";
import { marks, stem, wholeName } from "./search-text.ts";
import type { Replacing, Topic } from "./search-topics.ts";

/**
 * Finds listings that can replace a product. Known alternatives come first. Listings of its type follow, starting with
 * those that call themselves alternatives. Other listings that mention the product come last.
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

/**
 * Returns expressions for the listings in the type's categories, starting with those whose headline starts with the
 * type. If the type has no categories, only such a headline matches.
 */
function kindFirst(topic: Topic): string[] {
  const inLead = hasWord({ forms: [], topic }, marks.lead);
  const filed = topic.categoryIds.length === 0 ? null : oneOf(filedUnder(topic));
  return filed === null ? [inLead] : [allOf([inLead, filed]), filed];
}

import type { Db } from "../../store/store.ts";
import { hasMatch } from "./search-count.ts";
import { allOf, exactly, filedUnder, filtered, hasWord, hasWords, oneOf, wholeNames, without } from "./search-match.ts";
import type { SearchPlan } from "./search-plan.ts";
import { marks, stem, wholeName } from "./search-text.ts";
import type { Replacing, Topic } from "./search-topics.ts";

/**
 * Finds listings that can replace a product. Those with all further words come first, then known alternatives. Listings
 * of its type follow, starting with those that call themselves alternatives. Other listings that mention the product
 * come last.
 */
export async function replacingPlan(
  db: Db,
  siteId: number,
  { names, mentioned, also, topic, replaced }: Replacing,
  filters: readonly string[],
): Promise<SearchPlan> {
  const wholes = replaced.map(wholeName);
  const kept = (expression: string) =>
    wholes.length === 0 ? filtered(expression, filters) : without(filtered(expression, filters), wholeNames(wholes));
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
  const all = oneOf(found);
  const further = also.map((written) => ({ written, word: hasWord({ forms: [stem(written)] }) }));
  const areFound = await Promise.all(further.map(({ word }) => hasMatch(db, siteId, kept(allOf([all, word])))));
  const used = further.filter((_, i) => areFound[i]).map(({ word }) => word);
  const first = used.length === 0 ? [] : [allOf([all, ...used])];
  return {
    tiers: [...first, ...expressions].map((expression) => [kept(expression)]),
    most: kept(all),
    others: null,
    counted: null,
    leftOut: further.filter((_, i) => !areFound[i]).map(({ written }) => ({ text: written, isUnknown: false })),
  };
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

import { camelCase } from "../../schema/columns.ts";
import {
  type FactName,
  type FactSource,
  type FactSources,
  type FormerPrice,
  factNames,
  maxFormerPrices,
  type Plan,
} from "../../schema/listing-fields.ts";
import { lookup } from "../../values/lookup.ts";

type Columns = Readonly<Record<string, unknown>>;
type Author = FactSource["by"];
type Facts = { readonly [Name in FactName]?: unknown };

export const planSource = (name: string) => `plans.${name}`;
const columnOf = Object.fromEntries(factNames.map((name) => [name, camelCase(name)])) as Record<FactName, string>;
const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

/**
 * Returns the sources after a person or an import changed facts. `after` has only the changed facts. An empty fact has
 * no source. Plans that did not change keep theirs.
 */
export function sourcesOf(sources: FactSources, before: Facts, after: Facts, by: Author, now: string): FactSources {
  const stated: FactSource = { url: null, quote: null, checked_at: now, by, confirmed: true };
  const entries = new Map(Object.entries(sources));
  for (const name of factNames.filter((one) => one in after && one !== "plans")) {
    if (isEmpty(after[name])) entries.delete(name);
    else entries.set(name, stated);
  }
  if ("plans" in after) {
    for (const { name } of plansIn(before)) entries.delete(planSource(name));
    for (const plan of plansIn(after)) {
      const key = planSource(plan.name);
      const isSame = plansIn(before).some((one) => Bun.deepEquals(one, plan));
      const kept = lookup(sources, key);
      entries.set(key, isSame && kept?.confirmed ? kept : stated);
    }
  }
  return Object.fromEntries(entries);
}

/** Facts whose quotes are gone from their pages. The owner or the team confirms a fact by stating it again. */
export const isUnconfirmed = (sources: FactSources, name: FactName): boolean =>
  Object.entries(sources).some(([key, { confirmed }]) => !confirmed && key.split(".")[0] === name);

const plansIn = ({ plans }: Facts) => (plans ?? []) as Plan[];

/** Returns the former prices, newest first, after the plans changed here. */
function historyOf(history: FormerPrice[], sources: FactSources, before: Facts, after: Facts, now: string) {
  const present = new Map(plansIn(after).map((plan) => [plan.name, plan]));
  const former = plansIn(before).flatMap(({ name, price, currency, per }): FormerPrice[] => {
    const is = present.get(name);
    if (is && is.price === price && is.currency === currency && is.per === per) return [];
    const since = history.find(({ plan }) => plan === name)?.until ?? lookup(sources, planSource(name))?.checked_at;
    return [{ plan: name, price, currency, per, from: since ?? now, until: now }];
  });
  return [...former, ...history].slice(0, maxFormerPrices);
}

/** Returns the new sources, and former prices if an owner or the team changed them, for the columns that differ. */
export function sourcesOfChange(known: Columns, said: Columns, changed: readonly string[], by: Author, now: string) {
  const sources = (known.factSources ?? {}) as FactSources;
  const isConfirmed = (name: FactName) =>
    by !== "import" && lookup(said, columnOf[name]) !== undefined && isUnconfirmed(sources, name);
  const names = factNames.filter((name) => changed.includes(columnOf[name]) || isConfirmed(name));
  if (names.length === 0) return {};
  const factsIn = (columns: Columns) =>
    Object.fromEntries(names.map((name) => [name, lookup(columns, columnOf[name])])) as Facts;
  const [before, after] = [factsIn(known), factsIn(said)];
  const factSources = sourcesOf(sources, before, after, by, now);
  if (by === "import" || by === "site" || !names.includes("plans")) return { factSources };
  const history = (known.priceHistory ?? []) as FormerPrice[];
  return { factSources, priceHistory: historyOf(history, sources, before, after, now) };
}

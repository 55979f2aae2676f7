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
/** Who states facts, and the page that has them. */
export interface StatedBy {
  by: FactSource["by"];
  url: string | null;
}
type Facts = { readonly [Name in FactName]?: unknown };

export const planSource = (name: string) => `plans.${name}`;
const columnOf = Object.fromEntries(factNames.map((name) => [name, camelCase(name)])) as Record<FactName, string>;
const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

/**
 * Returns the sources after a person or an import changed facts. `after` has only the changed facts. An empty fact has
 * no source. Plans that did not change keep theirs, and those with the same price its day.
 */
export function sourcesOf(
  sources: FactSources,
  before: Facts,
  after: Facts,
  { by, url }: StatedBy,
  now: string,
): FactSources {
  const stated: FactSource = { url, quote: null, checked_at: now, by, confirmed: true };
  const entries = new Map(Object.entries(sources));
  for (const name of factNames.filter((one) => one in after && one !== "plans")) {
    if (isEmpty(after[name])) entries.delete(name);
    else entries.set(name, stated);
  }
  if ("plans" in after) {
    for (const { name } of plansIn(before)) entries.delete(planSource(name));
    for (const plan of plansIn(after)) {
      const key = planSource(plan.name);
      const was = plansIn(before).find(({ name }) => name === plan.name);
      const known = lookup(sources, key);
      const kept = known?.confirmed ? known : undefined;
      // With other conditions, a price still applies since the same day.
      const checked_at = was && kept && hasPrice(was, plan) ? kept.checked_at : now;
      entries.set(key, kept && Bun.deepEquals(was, plan) ? kept : { ...stated, checked_at });
    }
  }
  return Object.fromEntries(entries);
}

/** Facts whose quotes are gone from their pages. The owner or the team confirms a fact by stating it again. */
export const isUnconfirmed = (sources: FactSources, name: FactName): boolean =>
  Object.entries(sources).some(([key, { confirmed }]) => !confirmed && key.split(".")[0] === name);

const plansIn = ({ plans }: Facts) => (plans ?? []) as Plan[];

/** A price that was stated for less time may be a typing error, and is not published as a former price. */
const minPriceMs = 24 * 60 * 60 * 1000;
const isBrief = (from: string, until: string) => Date.parse(until) - Date.parse(from) < minPriceMs;

const hasPrice = (plan: Pick<Plan, "price" | "currency" | "per">, other: typeof plan) =>
  plan.price === other.price && plan.currency === other.currency && plan.per === other.per;

/** Returns the former prices, newest first, after the plans changed here. `restored` are no longer former ones. */
function historyOf(history: FormerPrice[], sources: FactSources, before: Facts, after: Facts, now: string) {
  const newest = (name: string) => history.find(({ plan }) => plan === name);
  const present = new Map(plansIn(after).map((plan) => [plan.name, plan]));
  const changed = plansIn(before).filter(({ name, ...plan }) => {
    const is = present.get(name);
    return is === undefined || !hasPrice(is, plan);
  });
  const former = changed.flatMap(({ name, price, currency, per }): FormerPrice[] => {
    const source = lookup(sources, planSource(name));
    const since = newest(name)?.until ?? source?.checked_at ?? now;
    // A website's price is older than the day on which the page was last read.
    const isKnownSince = newest(name) !== undefined || source?.by !== "site";
    return isKnownSince && isBrief(since, now) ? [] : [{ plan: name, price, currency, per, from: since, until: now }];
  });
  const wasPresent = (plan: Plan) => plansIn(before).some((one) => one.name === plan.name && hasPrice(one, plan));
  const restored = plansIn(after).flatMap((plan) => {
    const last = wasPresent(plan) ? undefined : newest(plan.name);
    return last && hasPrice(last, plan) && isBrief(last.until, now) ? [last] : [];
  });
  const kept = history.filter((price) => !restored.includes(price));
  return { restored, priceHistory: [...former, ...kept].slice(0, maxFormerPrices) };
}

/** Returns the new sources, and former prices if an owner or the team changed them, for the columns that differ. */
export function sourcesOfChange(
  known: Columns,
  said: Columns,
  changed: readonly string[],
  stated: StatedBy,
  now: string,
) {
  const { by } = stated;
  const sources = (known.factSources ?? {}) as FactSources;
  const isConfirmed = (name: FactName) =>
    by !== "import" && lookup(said, columnOf[name]) !== undefined && isUnconfirmed(sources, name);
  const names = factNames.filter((name) => changed.includes(columnOf[name]) || isConfirmed(name));
  if (names.length === 0) return {};
  const factsIn = (columns: Columns) =>
    Object.fromEntries(names.map((name) => [name, lookup(columns, columnOf[name])])) as Facts;
  const [before, after] = [factsIn(known), factsIn(said)];
  const factSources = sourcesOf(sources, before, after, stated, now);
  if (by === "import" || by === "site" || !names.includes("plans")) return { factSources };
  const history = (known.priceHistory ?? []) as FormerPrice[];
  const { restored, priceHistory } = historyOf(history, sources, before, after, now);
  // A restored price applies since it was first stated, so that a later change publishes it again.
  for (const { plan, from } of restored) Object.assign(lookup(factSources, planSource(plan))!, { checked_at: from });
  return { factSources, priceHistory };
}

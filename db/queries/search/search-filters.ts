import { addWeeks, dayMs } from "../../values/week.ts";
import type { FactFilter, FactFilters } from "./search-facts.ts";
import { allOf, exactly, oneOf, without } from "./search-match.ts";
import { datePrefixes, type FilterKind, filterToken } from "./search-text.ts";

/** Conditions on listings. If a condition has several values, matching one is enough. */
export interface Filters {
  siteId: number;
  categoryIds?: number[];
  tags?: string[];
  pricings?: string[];
  platforms?: string[];
  /** Only listings that are self-hosted by their facts, tags or platforms. */
  isSelfHosted?: boolean;
  facts?: FactFilters;
  /** Values that the listing must not have. */
  withoutFacts?: FactFilters;
  verified?: boolean;
  weeks?: string[];
  fromWeek?: string;
  toWeek?: string;
  minRating?: number;
  updatedSince?: string;
  launchedSince?: string;
  launchedBefore?: string;
}

/**
 * Times that do not fall on the start of a day. The index contains only whole days, so these times are checked
 * separately. Null means no check.
 */
export interface ExactTimes {
  updatedSince: string | null;
  launchedSince: string | null;
  launchedBefore: string | null;
}

export const exactTimes = ({ updatedSince, launchedSince, launchedBefore }: Filters): ExactTimes => ({
  updatedSince: withinDay(updatedSince),
  launchedSince: withinDay(launchedSince),
  launchedBefore: withinDay(launchedBefore),
});

const withinDay = (time: string | undefined) => (time === undefined || time.endsWith("T00:00:00.000Z") ? null : time);

/**
 * The filters as MATCH expressions. Times are rounded to whole days. The site is not included, because its listings are
 * one range of the index.
 */
export function filterExpressions(filters: Filters, now: Date): string[] {
  const required: string[] = [];
  // An empty list matches no listing, because no listing has the empty value.
  const add = (kind: FilterKind, values: readonly (string | number)[]) =>
    required.push(oneOf((values.length > 0 ? values : [""]).map((value) => exactly(filterToken(kind, value)))));
  const { categoryIds, tags, pricings, platforms, verified, weeks, fromWeek, toWeek, minRating } = filters;
  if (categoryIds !== undefined) add("category", categoryIds);
  if (tags !== undefined) add("tag", tags);
  if (pricings !== undefined) add("pricing", pricings);
  if (platforms !== undefined) add("platform", platforms);
  if (filters.isSelfHosted) {
    const named = (["tag", "platform"] as const).map((kind) => filterToken(kind, "self-hosted"));
    required.push(oneOf([filterToken("self_hosted", "yes"), ...named].map(exactly)));
  }
  for (const [kind, values] of Object.entries(filters.facts ?? {})) add(kind as FactFilter, values);
  for (const [kind, values] of Object.entries(filters.withoutFacts ?? {})) {
    const unwanted = oneOf(values.map((value) => exactly(filterToken(kind as FactFilter, value))));
    required.push(without(exactly(filterToken("site", filters.siteId)), unwanted));
  }
  if (weeks !== undefined) add("week", weeks);
  if (verified !== undefined) add("verified", [verified ? "yes" : "no"]);
  if (minRating !== undefined) add("rating", range(minRating, 100));
  // No launch or change is later than next year.
  const lastYear = now.getUTCFullYear() + 1;
  if (fromWeek !== undefined || toWeek !== undefined) add("week", weeksBetween(fromWeek, toWeek, lastYear));
  if (filters.updatedSince !== undefined) add("updated", datesBetween(filters.updatedSince, undefined, lastYear));
  if (filters.launchedSince !== undefined || filters.launchedBefore !== undefined)
    add("launched", datesBetween(filters.launchedSince, filters.launchedBefore, lastYear));
  return required;
}

/**
 * The filters alone, for a query without words. If there are no filters either, the token that all the site's listings
 * have.
 */
export const filtersOnly = (siteId: number, filters: readonly string[]) =>
  filters.length === 0 ? exactly(filterToken("site", siteId)) : allOf(filters);

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** No listing is older than this. */
const firstYear = 2000;

/** The fewest days, months and years that together cover a period. */
function datesBetween(since: string | undefined, before: string | undefined, lastYear: number): string[] {
  const [earliest, end] = [Date.UTC(firstYear), Date.UTC(lastYear + 1)];
  const first = since === undefined ? earliest : Math.max(Date.parse(since), earliest);
  const last = before === undefined ? end : Math.min(Date.parse(before), end);
  const dates: string[] = [];
  for (let day = first - (first % dayMs); day < last; ) {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const lengths = [Date.UTC(year + 1), Date.UTC(year, month + 1), day + dayMs];
    const starts = [Date.UTC(year), Date.UTC(year, month), day];
    const longest = lengths.findIndex((next, i) => starts[i] === day && (next <= last || i === 2));
    dates.push(datePrefixes(date.toISOString())[longest]!);
    day = lengths[longest]!;
  }
  return dates;
}

/** The fewest weeks and years that together cover a period of launch weeks. */
function weeksBetween(from = `${firstYear}-W01`, to: string | undefined, lastYear: number): string[] {
  const stretches: string[] = [];
  const latest = `${lastYear}-W52`;
  const end = addWeeks(to !== undefined && to < latest ? to : latest, 1);
  for (let week = from; week < end; ) {
    const year = Number(week.slice(0, 4));
    const nextYear = `${year + 1}-W01`;
    const isWhole = week.endsWith("-W01") && nextYear <= end;
    stretches.push(isWhole ? String(year) : week);
    week = isWhole ? nextYear : addWeeks(week, 1);
  }
  return stretches;
}

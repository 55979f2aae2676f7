import * as z from "zod";
import { pagesByNumber } from "./cursor.ts";

export const maxPerPage = 100;

export const pageInput = {
  page: z.int().min(1).max(1_000_000).default(1).meta({ description: "Number of the page", example: 2 }),
  per_page: z.int().min(1).max(maxPerPage).default(20).meta({ description: "Items per page", example: 50 }),
};

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    page: z.int(),
    per_page: z.int(),
    total: z.int().describe("Total number of matches"),
    has_more: z.boolean(),
  });

export const isPage = (output: object): output is Page => "has_more" in output && "items" in output;

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

// Brief cards have no empty fields, and copying each of them would be the slowest part of a search.
const withoutEmpty = (record: object): object =>
  Object.values(record).some(isEmpty)
    ? Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)))
    : record;

/** A page for models, which pay for every field: without empty fields, and without the numbers that the caller sent. */
export function compactPage({ items, page: _, per_page: _per, ...rest }: Page): Record<string, unknown> {
  return { items: items.map((item) => withoutEmpty(item as object)), ...withoutEmpty(rest) };
}

/** The input of lists for the team and operators. These lists give no total. */
export const openPageInput = {
  page: z.int().min(1).max(100_000).default(1),
  per_page: z.int().min(1).max(maxPerPage).default(20),
};

export const operatorPageInput = {
  ...openPageInput,
  per_page: z.int().min(1).max(1000).default(20),
};

export const openPageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), has_more: z.boolean() });

/** Reads one row more than the page holds, to find out whether another page follows. */
export const openWindowOf = (page: PageInput) => ({ limit: page.per_page + 1, offset: offsetOf(page) });

export const openPageFrom = <Row>(rows: Row[], { per_page }: PageInput) => ({
  items: rows.slice(0, per_page),
  has_more: rows.length > per_page,
});

interface PageInput {
  page: number;
  per_page: number;
}

export const offsetOf = ({ page, per_page }: PageInput) => (page - 1) * per_page;

export const pageOfAll = <Item>(all: Item[], page: PageInput) =>
  pageFrom(all.slice(offsetOf(page), offsetOf(page) + page.per_page), all.length, page);

export function pageFrom<Item>(items: Item[], total: number, { page, per_page }: PageInput) {
  return { items, page, per_page, total, has_more: offsetOf({ page, per_page }) + items.length < total };
}

interface Page extends PageInput {
  items: readonly unknown[];
  total: number;
  has_more: boolean;
  next_cursor?: string;
}

export function pageLine(
  { items, page, per_page, total, has_more, next_cursor }: Page,
  none: string,
  countsUpTo = Infinity,
): string {
  if (total === 0) return none;
  const found = `${total > countsUpTo ? `More than ${countsUpTo}` : total} found.`;
  if (items.length === 0) return `${found} Page ${page} is empty. Send a lower page number.`;
  if (page === 1 && !has_more) return found;
  const first = offsetOf({ page, per_page }) + 1;
  const next = next_cursor !== undefined && page >= pagesByNumber ? `cursor ${next_cursor}` : `page ${page + 1}`;
  return `${found} Showing ${first} to ${first + items.length - 1}.${has_more ? ` For more, send ${next}.` : ""}`;
}

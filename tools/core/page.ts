import * as z from "zod";

export const maxPerPage = 100;

/** The inputs of every paginated operation. */
export const pageInput = {
  page: z.int().min(1).max(1_000_000).default(1).describe("Page, from 1"),
  per_page: z.int().min(1).max(maxPerPage).default(20).describe("Items per page"),
};

/** `{items, page, per_page, total, has_more}` around any kind of item. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    page: z.int(),
    per_page: z.int(),
    total: z.int().describe("Matches in all"),
    has_more: z.boolean(),
  });

interface PageInput {
  page: number;
  per_page: number;
}

export const offsetOf = ({ page, per_page }: PageInput) => (page - 1) * per_page;

/** A page of items already cut by the database. */
export function pageFrom<Item>(items: Item[], total: number, { page, per_page }: PageInput) {
  return { items, page, per_page, total, has_more: offsetOf({ page, per_page }) + items.length < total };
}

import type * as z from "zod";
import { readCursor, writeCursor } from "./cursor.ts";
import { offsetOf } from "./pagination.ts";

/** Which page of a list is asked for, by number or by cursor. */
interface Asked {
  page: number;
  per_page: number;
  cursor?: string | undefined;
}

/** Where a page begins: behind how many items, and behind which place where a cursor says so. */
interface Beginning<Place> {
  passed: number;
  after?: Place;
}

/** Where the page that is asked for of `list` (see `writeCursor`) begins. Throws 422 for a cursor of another list. */
export function beginningOf<Place>(list: string, asked: Asked, place: z.ZodType<Place>): Beginning<Place> {
  if (asked.cursor === undefined) return { passed: offsetOf(asked) };
  const cursor = readCursor(list, asked.cursor, place);
  return { passed: cursor.passed, after: cursor.place };
}

/** What a page says of itself besides its items; `next` is the place of its last one where others follow. */
export const cursorPage = <Place>(
  list: string,
  { per_page }: Asked,
  { passed }: Beginning<Place>,
  found: { count: number; total: number; hasMore: boolean; next: Place | null },
) => ({
  page: Math.floor(passed / per_page) + 1,
  per_page,
  total: found.total,
  has_more: found.hasMore,
  ...(found.next && { next_cursor: writeCursor(list, { passed: passed + found.count, place: found.next }) }),
});

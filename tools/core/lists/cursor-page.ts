import type * as z from "zod";
import { readCursor, writeCursor } from "./cursor.ts";
import { offsetOf } from "./pagination.ts";

interface PageRequest {
  page: number;
  per_page: number;
  cursor?: string | undefined;
}

/** If there is a cursor, `after` is the position of the previous item. */
interface PageStart<Position> {
  passed: number;
  after?: Position;
}

/** Throws 422 for a cursor from another list. */
export function beginningOf<Position>(
  list: string,
  request: PageRequest,
  place: z.ZodType<Position>,
): PageStart<Position> {
  if (request.cursor === undefined) return { passed: offsetOf(request) };
  const cursor = readCursor(list, request.cursor, place);
  return { passed: cursor.passed, after: cursor.place };
}

/** `next` is the position of the last item, if more items follow. */
export const cursorPage = <Position>(
  list: string,
  { per_page }: PageRequest,
  { passed }: PageStart<Position>,
  found: { count: number; total: number; hasMore: boolean; next: Position | null },
) => ({
  page: Math.floor(passed / per_page) + 1,
  per_page,
  total: found.total,
  has_more: found.hasMore,
  ...(found.next && { next_cursor: writeCursor(list, { passed: passed + found.count, place: found.next }) }),
});

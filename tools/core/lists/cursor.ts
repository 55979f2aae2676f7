import * as z from "zod";
import { invalid } from "../errors/errors.ts";

/** Pages with higher numbers are led to by cursor, which takes as long at any depth. */
export const pagesByNumber = 10;

/** The input of lists that go on by cursor, and what their answers have besides a page. */
export const cursorInput = { cursor: z.string().max(200).optional().describe("Cursor") };
export const cursorOutput = { next_cursor: z.string().optional() };

/** Where a list goes on: how many items were passed, and the place that its query understands. */
export interface Cursor<Place> {
  passed: number;
  place: Place;
}

// A change of what places mean makes those given before invalid.
const version = 1;

// Nothing is guarded by it: it tells a cursor of another list from one of this, and a cut one from a whole.
const checkOf = (list: string, text: string) =>
  Bun.hash(`${version} ${list} ${text}`).toString(36).slice(0, 6).padStart(6, "0");

/** A cursor as text; `list` is all that decides what the list has and in which order. */
export function writeCursor<Place>(list: string, { passed, place }: Cursor<Place>): string {
  const text = Buffer.from(JSON.stringify([passed, place])).toString("base64url");
  return checkOf(list, text) + text;
}

/** Reads what `writeCursor` wrote for the same list. Throws 422 for anything else. */
export function readCursor<Place>(list: string, cursor: string, place: z.ZodType<Place>): Cursor<Place> {
  const [check, text] = [cursor.slice(0, 6), cursor.slice(6)];
  const parsed = check === checkOf(list, text) ? z.tuple([z.int().min(0), place]).safeParse(decoded(text)) : null;
  if (!parsed?.success)
    return invalid("cursor", "invalid_cursor", "is not a next_cursor of this list with these words, filters and sort", {
      fix: "Send it with all else as it was, or leave it out to begin at the first page.",
    });
  return { passed: parsed.data[0], place: parsed.data[1] };
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

/** Throws 422: the list has changed so that the place of a cursor is nowhere in it. */
export const lostCursor = (): never =>
  invalid("cursor", "expired_cursor", "is of a list that has changed since", {
    fix: "Leave it out to begin at the first page.",
  });

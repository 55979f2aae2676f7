import * as z from "zod";
import { invalid } from "../errors/errors.ts";

/** Later pages are linked by cursor, which is equally fast at any depth. */
export const pagesByNumber = 10;

export const cursorInput = { cursor: z.string().max(200).optional().describe("Cursor") };
export const cursorOutput = { next_cursor: z.string().optional() };

export interface Cursor<Place> {
  passed: number;
  place: Place;
}

// Changing this invalidates all existing cursors.
const version = 1;

// Not a security measure. It detects cursors of other lists and truncated ones.
const checkOf = (list: string, text: string) =>
  Bun.hash(`${version} ${list} ${text}`).toString(36).slice(0, 6).padStart(6, "0");

/** Returns a cursor as text. `list` must contain everything that decides the items and their order. */
export function writeCursor<Place>(list: string, { passed, place }: Cursor<Place>): string {
  const text = Buffer.from(JSON.stringify([passed, place])).toString("base64url");
  return checkOf(list, text) + text;
}

/** Reads a cursor that `writeCursor` created for the same list. Throws 422 for anything else. */
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

/** Throws the 422 of a cursor whose position no longer exists. */
export const lostCursor = (): never =>
  invalid("cursor", "expired_cursor", "is of a list that has changed since", {
    fix: "Leave it out to begin at the first page.",
  });

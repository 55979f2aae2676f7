import * as z from "zod";
import { invalid } from "../errors/errors.ts";

/** Pages after this one are linked by cursor, because a cursor is equally fast at any depth. */
export const pagesByNumber = 10;

export const cursorInput = { cursor: z.string().max(200).optional().describe("The next_cursor of the previous page") };
export const cursorOutput = { next_cursor: z.string().optional() };

export interface Cursor<Position> {
  passed: number;
  place: Position;
}

// Changing this invalidates all existing cursors.
const version = 1;

// This checksum detects truncated cursors and cursors from other lists. It is not a security measure.
const checkOf = (list: string, text: string) =>
  Bun.hash(`${version} ${list} ${text}`).toString(36).slice(0, 6).padStart(6, "0");

/** Returns a cursor as text. `list` must contain everything that determines the items and their order. */
export function writeCursor<Position>(list: string, { passed, place }: Cursor<Position>): string {
  const text = Buffer.from(JSON.stringify([passed, place])).toString("base64url");
  return checkOf(list, text) + text;
}

/** Throws 422 for anything that `writeCursor` did not create for the same list. */
export function readCursor<Position>(list: string, cursor: string, place: z.ZodType<Position>): Cursor<Position> {
  const [check, text] = [cursor.slice(0, 6), cursor.slice(6)];
  const parsed = check === checkOf(list, text) ? z.tuple([z.int().min(0), place]).safeParse(decoded(text)) : null;
  if (!parsed?.success)
    return invalid(
      "cursor",
      "invalid_cursor",
      "must be a next_cursor that this list returned for the same words, filters and sort order",
      {
        fix: "Send it with the same arguments as before, or omit it to start with the first page.",
      },
    );
  return { passed: parsed.data[0], place: parsed.data[1] };
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

export const lostCursor = (): never =>
  invalid("cursor", "expired_cursor", "is no longer valid because the list has changed", {
    fix: "Omit it to start with the first page.",
  });

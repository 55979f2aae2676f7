import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import * as z from "zod";
import type { Keyed } from "./key-ring.ts";
import { replacePrivateFile } from "./private-files.ts";

/** The key of one ISO week. It is random, never in a backup, and deleted with the hashes that it made. */
const keyOfWeek = z.object({ week: z.string(), key: z.string() });

export const callerKeyPath = ({ path }: Keyed): string => `${path}.callers.key`;

function storedKey(db: Keyed): z.output<typeof keyOfWeek> | null {
  try {
    return keyOfWeek.parse(JSON.parse(readFileSync(callerKeyPath(db), "utf8")));
  } catch {
    // Without a readable key, callers of this week are counted again.
    return null;
  }
}

/**
 * Returns the function that hashes callers in a week, and replaces the key of any other week. Call it in a transaction
 * that writes, so that all processes use the same key.
 */
export function callerHash(db: Keyed, week: string): (caller: string) => string {
  let stored = storedKey(db);
  if (stored?.week !== week) {
    stored = { week, key: randomBytes(32).toString("base64url") };
    replacePrivateFile(callerKeyPath(db), JSON.stringify(stored));
  }
  return hashWith(stored);
}

const hashWith =
  ({ key }: z.output<typeof keyOfWeek>) =>
  (caller: string): string =>
    createHmac("sha256", key).update(caller).digest("base64url").slice(0, 16);

/** Returns the function that made the stored hashes, or null if there are none. */
export function storedCallerHash(db: Keyed): ((caller: string) => string) | null {
  const stored = storedKey(db);
  return stored && hashWith(stored);
}

/** Deletes the key of a week before `week`. */
export function deleteCallerKey(db: Keyed, week: string): void {
  if (existsSync(callerKeyPath(db)) && storedKey(db)?.week !== week) rmSync(callerKeyPath(db));
}

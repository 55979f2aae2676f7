import { type ChangeRow, changesOf } from "../../db/queries/changes.ts";
import type { Db } from "../../db/store.ts";
import type { OwnerListing } from "./records.ts";

const mostShown = 20;

/** The latest edits of a listing, from the log of changes: those that gave it a version. */
export async function versionsOf(db: Db, listingId: number): Promise<OwnerListing["versions"]> {
  const changes = await changesOf(db, `listing:${listingId}`, mostShown * 3);
  return changes.flatMap((change) => versionIn(change, listingId) ?? []).slice(0, mostShown);
}

/** What an entry of the log says of one listing, or null where it gave it no version. */
function versionIn({ at, via, action, before, after }: ChangeRow, listingId: number) {
  const versions = new Map(Object.entries((after.versions ?? {}) as Record<string, number>));
  const version = versions.get(String(listingId));
  if (version === undefined) return null;
  const fields = Object.keys(before).filter((field) => field !== "versions");
  return { version, at, by: `${via} (${action})`, fields };
}

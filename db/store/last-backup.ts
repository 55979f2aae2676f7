import { readFileSync } from "node:fs";
import { replacePrivateFile } from "../keys/private-files.ts";

/** The result of the last attempt, and the time and size of the last good backup. */
export interface LastBackup {
  at: string;
  result: "ok" | "failed";
  error: string | null;
  goodAt: string | null;
  bytes: number | null;
  /** A good backup should exist by this time. Null if the server makes no backups. */
  dueBy: string | null;
}

type Keyed = { readonly path: string };
// The file is beside the database, so that it can be read and written when the database cannot.
const fileOf = ({ path }: Keyed) => `${path}.backup.json`;

/** Returns null if this machine has never made a backup. */
export function lastBackup(db: Keyed): LastBackup | null {
  try {
    return JSON.parse(readFileSync(fileOf(db), "utf8"));
  } catch {
    return null;
  }
}

export const saveLastBackup = (db: Keyed, last: LastBackup): void =>
  replacePrivateFile(fileOf(db), JSON.stringify(last));

export const isOverdue = ({ dueBy }: LastBackup, now: Date): boolean => dueBy !== null && dueBy < now.toISOString();

import { statfsSync } from "node:fs";

/** Thrown if the disk is full. The transaction has been rolled back, and reads continue. */
export class StorageFull extends Error {
  override message = "there is no disk space left";
}

// SQLITE_IOERR_SHMSIZE means that the shared-memory file beside the database cannot grow.
const codes = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

export function meansStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof StorageFull || codes.has(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** Upper limit for the space that a transaction needs. If less is free, a failed write is taken to mean a full disk. */
const leastBytes = 32 * 2 ** 20;

/** Returns whether a folder's disk is almost full, for servers that report only that writing failed. */
export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastBytes;
}

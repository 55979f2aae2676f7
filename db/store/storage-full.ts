import { statfsSync } from "node:fs";

/** There was no room left to write; nothing of the transaction was kept, and reading goes on. */
export class StorageFull extends Error {
  override message = "there is no room left to write";
}

// The shared-memory file beside the database has to grow as well.
const codes = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

/** Whether an error, or what it was made of, says that the disk is full. */
export function meansStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (codes.has(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** What a transaction of ours may need; with less left, a disk that fails is full. */
const leastBytes = 32 * 2 ** 20;

/** Whether the disk of a folder has hardly any room left, for a server that says no more than that writing failed. */
export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastBytes;
}

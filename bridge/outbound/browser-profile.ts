import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../jobs/is-alive.ts";
import { makeProcessFolder, processFolders } from "../jobs/process-folders.ts";

const prefix = "slipway-chromium-";
const inUse = new Set<string>();

export function makeProfile(): string {
  const folder = makeProcessFolder(prefix);
  inUse.add(folder);
  mkdirSync(join(folder, "tmp"));
  return folder;
}

export async function removeProfile(folder: string): Promise<void> {
  await remove(folder);
  inUse.delete(folder);
}

export async function sweepProfiles(): Promise<void> {
  const stale = processFolders(prefix).filter(({ pid, path }) => isStale(pid, path));
  await Promise.all(stale.map(({ path }) => remove(path)));
}

// A restarted container reuses process ids, so our own id does not prove that the folder's owner is still running.
const isStale = (pid: number, folder: string) => (pid === process.pid ? !inUse.has(folder) : !isAlive(pid));

/** Retries, because a browser that is shutting down may still write files. Other users' folders cannot be removed. */
const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});

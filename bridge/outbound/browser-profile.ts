import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../jobs/is-alive.ts";
import { makeProcessFolder, processFolders } from "../jobs/process-folders.ts";

const prefix = "slipway-chromium-";
const inUse = new Set<string>();

/** Makes an empty folder for one browser. */
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

/** Removes what processes that were killed have left behind. */
export async function sweepProfiles(): Promise<void> {
  const stale = processFolders(prefix).filter(({ pid, path }) => isStale(pid, path));
  await Promise.all(stale.map(({ path }) => remove(path)));
}

// In a container that starts anew the same id comes again, so our own id is no sign of life.
const isStale = (pid: number, folder: string) => (pid === process.pid ? !inUse.has(folder) : !isAlive(pid));

/** A browser that is just ending may still write, and folders of other users are not ours to remove. */
const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});

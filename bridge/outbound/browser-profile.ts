import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../is-alive.ts";

const prefix = "slipway-chromium-";
const inUse = new Set<string>();

/** Makes an empty folder for one browser, named after this process so that it can be swept when that is killed. */
export function makeProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
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
  const stale = readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .filter((name) => isStale(Number(name.slice(prefix.length).split("-")[0]), join(tmpdir(), name)));
  await Promise.all(stale.map((name) => remove(join(tmpdir(), name))));
}

// In a container that starts anew the same id comes again, so our own id is no sign of life.
const isStale = (pid: number, folder: string) => (pid === process.pid ? !inUse.has(folder) : !isAlive(pid));

/** A browser that is just ending may still write, and folders of other users are not ours to remove. */
const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});

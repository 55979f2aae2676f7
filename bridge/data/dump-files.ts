import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePrivateFolder, replacePrivateFile } from "#db/keys/private-files.ts";
import { feedHead, hasRemovedSince } from "#db/queries/data/feed.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { sha256 } from "#db/values/sha256.ts";

export interface Manifest {
  format: "slipway-data/1";
  site: string;
  epoch: string;
  seq: number;
  generated_at: string;
  licence: string;
  /** Paths are relative to the manifest. */
  files: { path: string; sha256: string; bytes: number; count: number }[];
  /** The SHA-256 of the previous manifest's bytes, which stay at `manifests/<sha256>.json`. */
  previous_sha256: string | null;
}

/** A dump's folder is named after the time, the epoch and the `seq` of its content. */
export const dumpName = /^\d{4}-\d\d-\d\dT\d{6}Z-[0-9a-f]+-\d+$/;
export const dumpFolder = ({ generated_at, epoch, seq }: Pick<Manifest, "generated_at" | "epoch" | "seq">) =>
  `${generated_at.slice(0, 19).replaceAll(":", "")}Z-${epoch}-${seq}`;
const kept = 7;

export const dataFolder = (db: { path: string }, { key }: Pick<SiteRow, "key">) => join(dirname(db.path), "data", key);

const latestPath = (folder: string) => join(folder, "manifest.json");

export function latestManifest(folder: string): { bytes: Buffer; manifest: Manifest; sha256: string } | null {
  if (!existsSync(latestPath(folder))) return null;
  const bytes = readFileSync(latestPath(folder));
  return { bytes, manifest: JSON.parse(bytes.toString()), sha256: sha256(bytes) };
}

/** Publishes a manifest whose files are complete. Each file appears under its name in one rename. */
export function publishManifest(folder: string, manifest: Manifest & { signature: object }): void {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const own = join(folder, "manifests");
  makePrivateFolder(own);
  const name = `${sha256(text)}.json`;
  for (const path of [join(own, name), latestPath(folder)]) replacePrivateFile(path, text);
}

/**
 * Deletes dumps: those with a record that has been removed since, those of another epoch and those beyond the last
 * seven. Their manifests stay, so that the chain can be verified. Also deletes everything of sites that no longer exist.
 */
export async function deleteDumps(db: Db, sites: readonly SiteRow[], now: Date): Promise<void> {
  const root = join(dirname(db.path), "data");
  if (!existsSync(root)) return;
  const { epoch: current } = (await feedHead(db))!;
  for (const key of readdirSync(root)) {
    const folder = join(root, key);
    const site = sites.find((one) => one.key === key);
    if (!site) rmSync(folder, { recursive: true });
    const dumps = site ? readdirSync(folder).filter((name) => dumpName.test(name)) : [];
    for (const [i, name] of dumps.sort().entries()) {
      const [time, epoch, seq] = name.split(/(?<=Z)-|(?<=-[0-9a-f]+)-(?=\d+$)/);
      const at = time!.replace(/(\d\d)(\d\d)(\d\d)Z$/, "$1:$2:$3.000Z");
      // The dump of this run stays; a record that was removed meanwhile is not in the next one.
      if (Date.parse(at) > now.getTime() - 1000) continue;
      const isUnwanted = i < dumps.length - kept || epoch !== current || !site!.settings.data?.licence;
      if (isUnwanted || (await hasRemovedSince(db, site!.id, now.toISOString(), Number(seq), at)))
        rmSync(join(folder, name), { recursive: true });
    }
  }
}

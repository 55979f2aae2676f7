import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makePrivateFolder } from "#db/keys/private-files.ts";
import { signatureOf } from "#db/keys/signing-key.ts";
import { dumpedAfter, feedHead, foundersInDataSet, launchesByWeek } from "#db/queries/data/feed.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { FeedKind } from "#db/schema/vocabulary.ts";
import { openStore } from "#db/store/file-store.ts";
import { createPublicFile } from "#db/store/public-file.ts";
import { lockDump } from "#db/store/server-lock.ts";
import type { Db, Store } from "#db/store/store.ts";
import { nameOf } from "#tools/data/shared/record-names.ts";
import type { Ask } from "../pages/frame/define-page.ts";
import { dataFolder, deleteDumps, dumpFolder, latestManifest, type Manifest, publishManifest } from "./dump-files.ts";
import { publicRecord } from "./public-record.ts";

type Row = Record<string, unknown>;

/** Returns how the records of a site are read from the copy of the database. */
export type AskOf = (copy: Store, site: SiteRow) => Ask;

const pageSize = 500;

/**
 * Writes the public data of each site with a licence. Reads a copy of the database, so that all files show the same
 * moment and the server is not slowed down. If a dump fails, the last good one stays.
 */
export async function writeDumps(store: Store, askOf: AskOf, now: Date): Promise<{ site: string; seq: number }[]> {
  const sites = await allSites(store.read);
  const work = join(dirname(store.read.path), "data", ".work");
  const written: { site: string; seq: number }[] = [];
  const lock = lockDump(store.read.path);
  try {
    rmSync(work, { recursive: true, force: true });
    if (sites.some(({ settings }) => settings.data?.licence)) {
      makePrivateFolder(work);
      const path = join(work, "copy.db");
      store.backup(path);
      const copy = openStore(path);
      try {
        for (const site of await allSites(copy.read))
          if (site.settings.data?.licence)
            written.push({
              site: site.key,
              seq: await writeDump(store.read, copy, site, askOf(copy, site), now, work),
            });
      } finally {
        await copy.close();
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
    await deleteDumps(store.read, sites, now);
    lock.close();
  }
  return written;
}

async function writeDump(keys: Db, copy: Store, site: SiteRow, ask: Ask, now: Date, work: string): Promise<number> {
  const { epoch, seq } = (await feedHead(copy.read))!;
  const folder = dataFolder(keys, site);
  const generated_at = now.toISOString();
  const name = dumpFolder({ generated_at, epoch, seq });
  const unfinished = join(work, name);
  makePrivateFolder(unfinished);
  const offline = createPublicFile(join(work, "directory.sqlite"));
  const files: Manifest["files"] = [];
  const add = async (file: string, content: Readable, count: () => number) => {
    const path = join(unfinished, file);
    await pipeline(content, createGzip(), createWriteStream(path, { mode: 0o600 }));
    files.push({ path: `${name}/${file}`, sha256: await sha256Of(path), bytes: statSync(path).size, count: count() });
  };
  try {
    let total = 0;
    for (const [table, rows] of Object.entries(sources(copy.read, site, ask, now))) {
      let count = 0;
      const counted = async function* () {
        for await (const row of rows) {
          count++;
          offline.insert(table, row);
          yield `${JSON.stringify(row)}\n`;
        }
      };
      await add(`${table}.ndjson.gz`, Readable.from(counted()), () => count);
      total += count;
    }
    offline.addSearch("listings", "name, headline, summary, description");
    offline.finish();
    await add("directory.sqlite.gz", createReadStream(join(work, "directory.sqlite")), () => total);
  } finally {
    offline.close();
    rmSync(join(work, "directory.sqlite"), { force: true });
  }
  const previous_sha256 = latestManifest(folder)?.sha256 ?? null;
  const facts = { site: site.key, epoch, seq, generated_at, licence: site.settings.data!.licence! };
  const manifest: Manifest = { format: "slipway-data/1", ...facts, files, previous_sha256 };
  makePrivateFolder(folder);
  if (existsSync(join(folder, name))) rmSync(join(folder, name), { recursive: true });
  renameSync(unfinished, join(folder, name));
  publishManifest(folder, { ...manifest, signature: signatureOf(keys, manifest) });
  return seq;
}

function sources(db: Db, site: SiteRow, ask: Ask, now: Date): Record<string, AsyncIterable<Row>> {
  async function* records(kind: FeedKind): AsyncGenerator<Row> {
    for (let after = -1; ; ) {
      const rows = await dumpedAfter(db, site.id, now.toISOString(), kind, after, pageSize);
      for (const { recordId, slug } of rows) {
        const record = await publicRecord(ask, kind, slug!);
        const own = kind === "listing" && { founders: await included(record.founders as { slug: string }[]) };
        // The record may be a cached response, which cannot be changed.
        yield { ...nameOf(kind, recordId), ...record, ...own };
      }
      if (rows.length < pageSize) return;
      after = rows.at(-1)!.recordId;
    }
  }
  async function included(founders: { slug: string }[]) {
    if (founders.length === 0) return founders;
    const chosen = new Set(
      await foundersInDataSet(
        db,
        founders.map(({ slug }) => slug),
      ),
    );
    return founders.filter(({ slug }) => chosen.has(slug));
  }
  async function* weeks(): AsyncGenerator<Row> {
    for (let after = ""; ; ) {
      const rows = await launchesByWeek(db, site.id, after, 20);
      for (const row of rows) yield { ...row };
      if (rows.length < 20) return;
      after = rows.at(-1)!.week;
    }
  }
  return {
    listings: records("listing"),
    founders: records("founder"),
    categories: records("category"),
    "launch-weeks": weeks(),
    posts: records("post"),
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

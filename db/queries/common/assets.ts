import { preparedSql, type Tx } from "../../store/store.ts";

export const assetByHash = preparedSql<{ contentType: string; bytes: Uint8Array }, [hash: string]>(
  "SELECT content_type AS contentType, bytes FROM assets WHERE hash = ?",
).get;

export const storedAmong = preparedSql<{ hash: string }, [hashes: readonly string[]]>(
  "SELECT hash FROM assets WHERE hash IN (SELECT value FROM json_each(?))",
).values;

const isUnused = `NOT EXISTS (SELECT 1 FROM companies WHERE logo_hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM companies WHERE screenshot_hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM listing_pictures WHERE hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM founders WHERE photo_hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM drafts WHERE logo_hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM drafts WHERE screenshot_hash = a.hash)
  AND NOT EXISTS (SELECT 1 FROM sites WHERE settings->>'$.look.logo' = a.hash)
  AND NOT EXISTS (SELECT 1 FROM posts WHERE instr(body_markdown, '/media/' || a.hash))`;

export const dropAsset = preparedSql<never, [hash: string]>(
  `DELETE FROM assets AS a WHERE hash = ? AND ${isUnused}`,
).run;

const perStep = 2000;
const stepQuery = preparedSql<{ last: string | null }, [string]>(
  `SELECT max(hash) AS last FROM (SELECT hash FROM assets WHERE hash > ? ORDER BY hash LIMIT ${perStep})`,
);
const sweepQuery = preparedSql<never, [string, string, string]>(
  `DELETE FROM assets AS a WHERE hash > ? AND hash <= ? AND ${isUnused} AND created_at < ?`,
);

/** Deletes some unused assets created before `time`. Returns the hash to continue from, or null at the end. */
export async function sweepAssets(tx: Tx, last: string, time: string): Promise<string | null> {
  const { last: next } = (await stepQuery.get(tx, last))!;
  if (next !== null) await sweepQuery.run(tx, last, next, time);
  return next;
}

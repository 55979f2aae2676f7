import { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import type { Db } from "#db/store/store.ts";
import { cardJson } from "#tools/listings/shared/records.ts";

/** A file beside a kept directory with the card of each live listing as JSON. */
export const storedCards = "cards.db";

const perTransaction = 10_000;

export async function storeCards(folder: string, base: string): Promise<void> {
  const path = join(folder, storedCards);
  if (existsSync(path)) return;
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const directory = new Database(join(folder, "slipway.db"), { readonly: true, strict: true });
  const read = drizzle(directory) as unknown as Db;
  const db = new Database(unfinished, { create: true, strict: true });
  for (const pragma of ["synchronous = OFF", "page_size = 8192"]) db.run(`PRAGMA ${pragma}`);
  db.run("CREATE TABLE cards (id INTEGER PRIMARY KEY, card TEXT NOT NULL)");
  const add = db.prepare("INSERT INTO cards VALUES (?, ?)");
  const page = directory.prepare<{ id: number }, [number]>(
    `SELECT id FROM listings WHERE id > ? AND status = 'live' ORDER BY id LIMIT ${perTransaction}`,
  );
  const urls = { base, api: `${base}/api/v1`, mcp: `${base}/mcp`, docs: `${base}/docs` };
  for (let last = 0; ; ) {
    const ids = page.all(last).map(({ id }) => id);
    if (ids.length === 0) break;
    const cards = await storedCardsOf(read, ids);
    db.transaction(() => {
      for (const card of cards) add.run(card.id, cardJson(card, urls));
    })();
    last = ids.at(-1)!;
  }
  db.close();
  directory.close();
  renameSync(unfinished, path);
}

import { Database } from "bun:sqlite";
import { join } from "node:path";
import { storedCards } from "./stored-cards.ts";

/**
 * A search that shares only the index rows with Slipway: words as written, one query in the order of votes, no count,
 * and cards stored as JSON. The difference is the cost of everything else in a search.
 */

const [folder, port] = process.argv.slice(2) as [string, string];
const index = new Database(join(folder, "slipway.db"), { readonly: true, strict: true });
const cards = new Database(join(folder, storedCards), { readonly: true, strict: true });
for (const db of [index, cards])
  for (const pragma of ["mmap_size = 2147418112", "cache_size = -4000"]) db.run(`PRAGMA ${pragma}`);

const perPage = 20;
const find = index.prepare<{ id: number }, [string, number]>(
  `SELECT 16777215 - (rowid & 16777215) AS id FROM listing_search WHERE listing_search MATCH +? LIMIT ${perPage + 1} OFFSET +?`,
);
const card = cards.prepare<{ card: string }, [string]>(
  "SELECT c.card FROM json_each(+?) j CROSS JOIN cards c ON c.id = j.value",
);

function search(query: URLSearchParams): Response {
  const page = Number(query.get("page") ?? 1);
  const words = (query.get("q") ?? "").split(" ").map((word) => `"${word}"`);
  const offset = (page - 1) * perPage;
  let rows = find.all(words.join(" AND "), offset);
  if (rows.length === 0) rows = find.all(`${words.join(" AND ")} *`, offset);
  const shown = card.all(JSON.stringify(rows.slice(0, perPage).map(({ id }) => id)));
  const hasMore = rows.length > perPage;
  const facts = `"page":${page},"per_page":${perPage},"total":${offset + shown.length},"has_more":${hasMore}`;
  const body = `{"items":[${shown.map((row) => row.card).join()}],${facts},"total_is_capped":${hasMore}}`;
  return new Response(body, { headers: { "content-type": "application/json" } });
}

Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  routes: { "/api/v1/listings": ({ url }) => search(new URLSearchParams(url.slice(url.indexOf("?") + 1))) },
  fetch: () => new Response("not found", { status: 404 }),
});

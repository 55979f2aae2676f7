import { join } from "node:path";
import { newAdmin } from "../../support/server/admin.ts";
import { startTestServer } from "../../support/server/harness.ts";
import { isSimilarKind, type Judged, judgedQueries, noneKind } from "./judged.ts";
import { type Engine, fts5, miniSearch, orama, type Product } from "./others.ts";

interface Options {
  /** Folder with `selfhosted.ndjson` and `categories.ndjson` in the import format. */
  data: string;
  isHeldOut: boolean;
  /** Also lists the queries whose expected product is not among Slipway's first three. */
  isListing: boolean;
}

/**
 * Measures how often the expected product is among the first three and ten results, by kind of query, for Slipway,
 * SQLite FTS5 with bm25, Orama and MiniSearch.
 */
export async function measureFinding({ data, isHeldOut, isListing }: Options): Promise<void> {
  const listings = join(data, "selfhosted.ndjson");
  const lines = (await Bun.file(listings).text()).trim().split("\n");
  const products: Product[] = lines.map((line) => JSON.parse(line));
  const admin = newAdmin();
  for (const args of [
    ["site", "create", "main", "--name", "Main"],
    ["import", "categories", join(data, "categories.ndjson")],
    ["import", "listings", listings, "--allow-refused"],
  ]) {
    const { exitCode, err } = await admin.run(...args);
    if (exitCode !== 0) throw new Error(err);
  }
  const server = await startTestServer({ store: admin.openStore() });
  try {
    const ask = async (path: string): Promise<any> => (await server.get(path)).json();
    const named = async (path: string): Promise<any[]> => (await ask(path)).items;
    const slugs = new Map<string, string>();
    const searchPath = (words: string) => `/listings?${new URLSearchParams({ q: words, per_page: "10" })}`;
    const search = (words: string) => named(searchPath(words));
    const notClose = new Set<string>();
    async function slipway({ kind, words }: Judged): Promise<string[]> {
      if (!isSimilarKind(kind)) {
        const { items, no_close_match } = await ask(searchPath(words));
        if (no_close_match) notClose.add(words);
        return items.map(({ name }: { name: string }) => name);
      }
      const slug = slugs.get(words) ?? (await search(words)).find(({ name }) => name === words)?.slug;
      return (await named(`/listings/${slug}/alternatives?limit=10`)).map(({ name }) => name);
    }
    const engines: [string, (query: Judged) => string[] | Promise<string[]>][] = [
      ["Slipway", slipway],
      ["FTS5 bm25", withoutSimilar(fts5(products))],
      ["Orama", withoutSimilar(orama(products))],
      ["MiniSearch", withoutSimilar(miniSearch(products))],
    ];
    const asked = (await judgedQueries()).filter((query) => query.isHeldOut === isHeldOut);
    const queries = asked.filter(({ kind }) => kind !== noneKind);
    const confident: string[] = [];
    const nothing = asked.filter(({ kind }) => kind === noneKind);
    for (const { words } of nothing) {
      const { total, no_close_match, items } = await ask(searchPath(words));
      if (total > 0 && !no_close_match) confident.push(`${words} -> ${items[0].name}`);
    }
    console.log(`Confident lists for nothing: ${confident.length} of ${nothing.length}`);
    if (isListing) for (const line of confident) console.log(`${noneKind}: ${line}`);
    const kinds = [...new Set(queries.map(({ kind }) => kind))];
    const places = new Map<Judged, number[]>();
    for (const query of queries) {
      const found = await Promise.all(engines.map(async ([, ask]) => ask(query)));
      places.set(
        query,
        found.map((names) => names.findIndex((name) => query.acceptable.includes(name))),
      );
      if (isListing && !isWithin(places.get(query)![0]!, 3))
        console.log(`${query.kind}: ${query.words} -> ${found[0]!.slice(0, 5).join("; ")}`);
    }
    const right = queries.filter((query) => isWithin(places.get(query)![0]!, 3));
    const doubted = right.filter(({ words }) => notClose.has(words)).length;
    console.log(`Right results marked as not close: ${doubted} of ${right.length}`);
    const line = (name: string, some: Judged[]) => [
      name,
      String(some.length),
      ...engines.flatMap((_, i) =>
        [3, 10].map((depth) => share(some.map((query) => isWithin(places.get(query)![i]!, depth)))),
      ),
    ];
    console.log(isHeldOut ? "The held-out half" : "The open half");
    print([
      ["kind", "queries", ...engines.flatMap(([name]) => [`${name} in 3`, "in 10"])],
      ...kinds.map((kind) =>
        line(
          kind,
          queries.filter((query) => query.kind === kind),
        ),
      ),
      line("all", queries),
    ]);
  } finally {
    await server.stop();
  }
}

/** The others have no alternatives; they search for the name. */
const withoutSimilar =
  (engine: Engine) =>
  ({ words }: Judged) =>
    engine(words);

const isWithin = (place: number, depth: number) => place >= 0 && place < depth;

const share = (hits: boolean[]) => `${Math.round((100 * hits.filter(Boolean).length) / hits.length)}%`;

function print(rows: string[][]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i]!)).join("  "));
}

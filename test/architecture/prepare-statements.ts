/**
 * Loads every module of db/ with a `preparedSql` that records its calls, prepares each statement on an empty database
 * and prints them as JSON. It runs in its own process, because modules that are already loaded record nothing.
 */
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";
import type { Tx } from "#db/store/store.ts";

const root = join(import.meta.dir, "../..");
const recorded: { text: string; stack: string }[] = [];
Object.assign(globalThis, { recordStatement: (text: string, stack: string) => recorded.push({ text, stack }) });
plugin({
  name: "record statements",
  setup: (build) =>
    void build.onLoad({ filter: /\/db\/store\/store\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      // On the same line, so that line numbers do not change.
      contents: (await Bun.file(path).text()).replace(
        /export function preparedSql<.*\{/,
        "$& (globalThis as any).recordStatement(text, new Error().stack);",
      ),
    })),
});

const { openStore } = await import(join(root, "db/store/file-store.ts"));
for (const name of readdirSync(join(root, "db"), { recursive: true, encoding: "utf8" }))
  if (name.endsWith(".ts") && !/\.test\.ts$|\.config\.ts$/.test(name)) await import(join(root, "db", name));
const path = join(process.argv[2]!, "statements.db");
const store = openStore(path);
// Some statements are only prepared at their first use.
const { addListing, addSite } = await import(join(root, "test/support/records/records.ts"));
const { saveCompany } = await import(join(root, "db/queries/listings/save-company.ts"));
const { saveListing } = await import(join(root, "db/queries/listings/write-listing.ts"));
await store.write(async (tx: Tx) => {
  const facts = { siteId: await addSite(tx), headline: "Kelp", summary: "Kelp", categoryIds: [], tags: [] };
  await addListing(tx, facts.siteId, "kelp");
  const companyId = await saveCompany(tx, { name: "Tide", url: "https://kelp.example" }, "2026-11-18T12:00:00.000Z");
  await saveListing(tx, { ...facts, companyId, slug: "kelp", status: "live" }, "2026-11-18T12:00:00.000Z");
});
await store.close();

const db = new Database(path, { readonly: true, strict: true });
const statements = recorded.map(({ text, stack }) => {
  const [, file, line] = /\n.*\n.*?\(?(\/[^\s()]+\.ts):(\d+):\d+\)?/.exec(stack) ?? [];
  const site = `${file?.replace(`${root}/`, "")}:${line}`;
  try {
    const { columnNames, paramsCount } = db.prepare(text);
    return { site, columns: columnNames, params: paramsCount };
  } catch (error) {
    return { site, fault: String(error), text };
  }
});
console.log(JSON.stringify(statements));

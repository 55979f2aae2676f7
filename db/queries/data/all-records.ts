import { Database } from "bun:sqlite";
import type { Tx } from "../../store/store.ts";
import { lookup } from "../../values/lookup.ts";
import { sha256 } from "../../values/sha256.ts";
import { indexListings } from "../search/search-index.ts";
import { newEpoch } from "./feed.ts";
import { leftOut } from "./left-out.ts";

export interface ExportedTable {
  name: string;
  key: string[];
  columns: string[];
  /** Columns with bytes. Each record names the SHA-256 of the bytes instead. */
  files: string[];
  /** Required columns that are left out. */
  required: string[];
}

/** Opens a copy of the database, which has a consistent state. */
export const openCopy = (path: string) => new Database(path);
const quoted = (name: string) => `"${name}"`;
const namesIn = (client: Database, where: string) =>
  client.query<{ name: string }, []>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND ${where}`).all();

/** The tables of the schema except those of a virtual table's own storage. */
export const tableNames = (client: Database): string[] =>
  namesIn(client, "type IN ('table', 'virtual') AND name NOT IN ('sqlite_schema', 'sqlite_stat1', 'sqlite_stat4')")
    .map(({ name }) => name)
    // The ids that were given last are known only when all records are inserted.
    .sort((a, b) => Number(a === "sqlite_sequence") - Number(b === "sqlite_sequence") || (a < b ? -1 : 1));

function tableOf(client: Database, name: string, isMeant: (column: string) => boolean): ExportedTable {
  const all = client
    .query<{ name: string; type: string; notnull: number; pk: number }, [string]>("SELECT * FROM pragma_table_info(?)")
    .all(name);
  const key = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const meant = all.filter((column) => isMeant(column.name));
  const isFile = ({ type }: { type: string }) => type.toLowerCase() === "blob";
  const names = (columns: typeof all) => columns.map((column) => column.name);
  return {
    name,
    key: names(key.length > 0 ? key : all),
    columns: names(meant.filter((column) => !isFile(column))),
    files: names(meant.filter(isFile)),
    required: names(all.filter((column) => !isMeant(column.name) && column.notnull === 1)),
  };
}

/** The tables that are exported, each with its columns. `sqlite_sequence` has the ids that were given last. */
export const exportedTables = (client: Database): ExportedTable[] =>
  tableNames(client)
    .filter((name) => !leftOut.some(({ table, columns }) => table === name && !columns))
    .map((name) => {
      const without = leftOut.flatMap(({ table, columns }) => (table === name ? (columns ?? []) : []));
      return tableOf(client, name, (column) => !without.includes(column));
    });

/** The secrets, as tables with all columns, or with the key and the secret columns. */
export const secretTables = (client: Database): (ExportedTable & { isUpdate: boolean })[] =>
  leftOut
    .filter(({ isSecret }) => isSecret)
    .map(({ table, columns }) => {
      const { key } = tableOf(client, table, () => true);
      const isMeant = (column: string) => !columns || columns.includes(column) || key.includes(column);
      return { ...tableOf(client, table, isMeant), isUpdate: columns !== undefined };
    });

/** The data that an import cannot bring back, with the number of rows that have it. */
export const countLeftOut = (client: Database, withSecrets: boolean) =>
  leftOut.flatMap(({ table, columns = [], why, isSecret, isDerived }) => {
    if (isDerived || (isSecret && withSecrets)) return [];
    const where = ["1", ...columns.map((column) => `${quoted(column)} IS NOT NULL`)].join(" AND ");
    const sql = `SELECT count(*) AS rows FROM ${quoted(table)} WHERE ${where}`;
    const { rows } = client.query<{ rows: number }, []>(sql).get()!;
    return rows === 0 ? [] : [{ table, columns, why, rows }];
  });

export const lastMigration = (client: Database): number =>
  Number(client.query<{ at: number }, []>("SELECT max(created_at) AS at FROM __drizzle_migrations").get()!.at);

/** Each row as a line of JSON, in the order of the primary key. SQLite writes the JSON, so that no number is rounded. */
export function* recordLines(
  client: Database,
  { name, key, columns, files }: ExportedTable,
  saveFile: (sha256: string, content: Uint8Array) => void = () => {},
): Generator<string> {
  const pairs = columns.map((column) => `'${column}', ${quoted(column)}`);
  const rows = client
    .prepare<Record<string, string | Uint8Array | null>, []>(
      `SELECT ${[`json_object(${pairs.join(", ")}) AS " record"`, ...files.map(quoted)].join(", ")} FROM ${quoted(name)} ORDER BY ${key.map(quoted).join(", ")}`,
    )
    .iterate();
  for (const row of rows) {
    const named = files.map((file) => {
      const content = lookup(row, file) as Uint8Array | null;
      if (content === null) return `,"${file}":null`;
      const hash = sha256(content);
      saveFile(hash, content);
      return `,"${file}":"${hash}"`;
    });
    yield `${(row[" record"] as string).slice(0, -1)}${named.join("")}}\n`;
  }
}

// These have rows in an empty database, too.
const neverEmpty = ["feed_state", "sqlite_sequence"];

export const isEmptyDatabase = (client: Database): boolean =>
  exportedTables(client).every(
    ({ name }) => neverEmpty.includes(name) || client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`).get() === null,
  );

const fieldOf = (column: string) => `(?1->>'$."${column}"')`;

/** Returns a function that inserts a record. Required columns that are left out get a text that is no valid secret. */
export function inserter(client: Database, { name, key, columns, files, required }: ExportedTable) {
  if (neverEmpty.includes(name)) client.run(`DELETE FROM ${quoted(name)}`);
  const missing = `'left out ' || ${key.map(fieldOf).join(" || ' ' || ")}`;
  const insert = client.prepare<never, (string | Uint8Array | null)[]>(
    `INSERT INTO ${quoted(name)} (${[...columns, ...files, ...required].map(quoted).join(", ")}) VALUES (${[
      ...columns.map(fieldOf),
      ...files.map((_, i) => `?${i + 2}`),
      ...required.map(() => missing),
    ].join(", ")})`,
  );
  return (line: string, fileOf?: (sha256: string) => Uint8Array): void => {
    const record: Record<string, string | null> = files.length > 0 ? JSON.parse(line) : {};
    const contentOf = (hash: string | null | undefined) => (hash ? fileOf!(hash) : null);
    insert.run(line, ...files.map((file) => contentOf(lookup(record, file))));
  };
}

export function updater(client: Database, { name, key, columns }: ExportedTable): (line: string) => void {
  const pairs = (names: string[]) => names.map((column) => `${quoted(column)} = ${fieldOf(column)}`);
  const set = pairs(columns.filter((column) => !key.includes(column)));
  const update = client.prepare<never, [string]>(
    `UPDATE ${quoted(name)} SET ${set.join(", ")} WHERE ${pairs(key).join(" AND ")}`,
  );
  return (line) => void update.run(line);
}

/** The trigger that fills a search index, which has no other function that builds it. */
const keptTrigger = "founders_search_insert";

/**
 * Runs `insertAll` without triggers, because the records already have what these would add, and with references checked
 * at the end. Then builds what is derived.
 */
export async function importRecords(tx: Tx, insertAll: () => Promise<void>): Promise<void> {
  const client = tx.$client;
  const triggers = client
    .query<{ name: string; sql: string }, [string]>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name <> ? ORDER BY rowid",
    )
    .all(keptTrigger);
  client.run("PRAGMA defer_foreign_keys = ON");
  for (const { name } of triggers) client.run(`DROP TRIGGER ${quoted(name)}`);
  await insertAll();
  const ids = client.query<{ id: number }, []>("SELECT id FROM listings WHERE status = 'live' ORDER BY id").all();
  await indexListings(
    tx,
    ids.map(({ id }) => id),
  );
  await newEpoch(tx);
  for (const { sql } of triggers) client.run(sql);
}

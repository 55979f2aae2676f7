import { Database } from "bun:sqlite";

type Row = Record<string, unknown>;

const stored = (value: unknown) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value);

/** Creates an SQLite file for offline use. Tables have the fields of their first row as columns; lists are JSON. */
export function createPublicFile(path: string) {
  const sqlite = new Database(path, { create: true, strict: true });
  const inserts = new Map<string, ReturnType<Database["prepare"]>>();
  // The file is deleted if anything fails, so it needs neither a journal nor a flush for each row.
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF"]) sqlite.run(`PRAGMA ${pragma}`);
  sqlite.run("BEGIN");
  return {
    insert(table: string, row: Row): void {
      let statement = inserts.get(table);
      if (!statement) {
        const columns = Object.keys(row).map((name) => `"${name}"`);
        sqlite.run(`CREATE TABLE "${table}" (${columns.join(", ")})`);
        statement = sqlite.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => "?").join(", ")})`);
        inserts.set(table, statement);
      }
      statement.run(...(Object.values(row).map(stored) as string[]));
    },
    /** Adds the full-text index `<table>_search` of the given columns. */
    addSearch(table: string, columns: string): void {
      if (!inserts.has(table)) return;
      const options = `content='${table}', tokenize='porter unicode61'`;
      sqlite.run(`CREATE VIRTUAL TABLE ${table}_search USING fts5(${columns}, ${options})`);
      sqlite.run(`INSERT INTO ${table}_search (${table}_search) VALUES ('rebuild')`);
    },
    finish: () => void sqlite.run("COMMIT"),
    close: () => sqlite.close(),
  };
}

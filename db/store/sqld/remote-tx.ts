import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Tx } from "../store.ts";
import type { Rows, SqlStream } from "./stream.ts";

export function remoteTx(stream: SqlStream, path: string): Tx {
  const db = drizzle(async (sql, parameters, method) => {
    const { rows } = await stream.run(sql, parameters);
    return { rows: method === "get" ? (rows[0] as unknown[]) : rows };
  });
  const $client = {
    prepare: (sql: string) => ({
      all: async (...parameters: unknown[]) => asObjects(await stream.run(sql, parameters)),
      get: async (...parameters: unknown[]) => asObjects(await stream.run(sql, parameters))[0] ?? null,
      run: (...parameters: unknown[]) => stream.run(sql, parameters),
    }),
    run: (sql: string, parameters?: unknown[]) => stream.run(sql, parameters),
  };
  return Object.assign(db, { $client, path, isServed: true }) as unknown as Tx;
}

const asObjects = ({ columns, rows }: Rows): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(row.map((value, index) => [columns[index] ?? String(index), value])));

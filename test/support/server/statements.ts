import type { Database } from "bun:sqlite";
import type { Store } from "#db/store/store.ts";

/**
 * Counts the statements in a store's transactions as a server would receive them. Call it before the first write. The
 * returned function gives the number since its last call.
 */
export async function countStatements(store: Store): Promise<() => number> {
  let count = 0;
  await store.write(async (tx) => {
    Object.assign(tx, { isServed: true });
    const client: Pick<Database, "prepare"> = tx.$client;
    const prepare = client.prepare.bind(client);
    client.prepare = ((sql: string) => {
      const statement = prepare(sql);
      for (const way of ["all", "get", "run", "values"] as const) {
        const run = statement[way].bind(statement) as (...input: unknown[]) => unknown;
        Object.assign(statement, {
          [way](...input: unknown[]) {
            count++;
            return run(...input);
          },
        });
      }
      return statement;
    }) as Database["prepare"];
  });
  return () => {
    const since = count;
    count = 0;
    return since;
  };
}

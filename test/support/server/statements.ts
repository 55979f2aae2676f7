import type { Database } from "bun:sqlite";
import type { Store } from "#db/store/store.ts";

/**
 * Counts the statements of a store's transactions as a server would be sent them; to be called before anything is
 * written to it. The function it answers says how many there were since it was last asked.
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

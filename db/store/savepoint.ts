import type { Tx } from "./store.ts";

/** Runs part of a transaction. If `work` throws, only its writes are rolled back. Parts must not be nested. */
export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.$client.run("SAVEPOINT part");
  try {
    const result = await work();
    await tx.$client.run("RELEASE part");
    return result;
  } catch (error) {
    await tx.$client.run("ROLLBACK TO part");
    await tx.$client.run("RELEASE part");
    throw error;
  }
}

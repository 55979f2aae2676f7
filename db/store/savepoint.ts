import type { Tx } from "./store.ts";

/** Runs a part of a transaction: when it throws, what it wrote is taken back and the rest stays. One at a time. */
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

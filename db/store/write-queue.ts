import { traced } from "../values/spans.ts";
import { meansStorageFull, StorageFull } from "./storage-full.ts";
import type { Store, Tx } from "./store.ts";

export interface WriteQueue extends Pick<Store, "write"> {
  load(): { pendingWrites: number; isFull: boolean };
  /** Returns when all writes have ended. Later writes are rejected. */
  close(): Promise<void>;
}

export function writeQueue(
  run: <T>(work: (tx: Tx) => Promise<T>, isQuiet: boolean) => Promise<T>,
  meansFull: (error: unknown) => boolean = meansStorageFull,
): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let pendingWrites = 0;
  let isFull = false;
  let isClosed = false;

  async function runNext<T>(work: (tx: Tx) => Promise<T>, isQuiet: boolean): Promise<T> {
    try {
      if (isClosed) throw new Error("the store is closed");
      const result = await run(work, isQuiet);
      isFull = false;
      return result;
    } catch (error) {
      if (!meansFull(error)) throw error;
      isFull = true;
      throw new StorageFull(undefined, { cause: error });
    } finally {
      pendingWrites--;
    }
  }

  return {
    write(work, options) {
      pendingWrites++;
      const result = traced("write transaction", () => tail.then(() => runNext(work, options?.isQuiet ?? false)));
      tail = result.catch(() => undefined);
      return result;
    },
    load: () => ({ pendingWrites, isFull }),
    async close() {
      await tail;
      isClosed = true;
    },
  };
}

export interface Slots {
  /**
   * Waits for a slot and returns a function that frees it. Rejects with the signal's reason if the signal aborts first.
   */
  take(key: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  key: string;
  start(): void;
}

/**
 * This process's slots, on a first-come, first-served basis. Keys that have used their share do not hold up other keys.
 */
export function createSlots(total: number, perKey: number): Slots {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let free = total;

  const startNext = () => {
    for (let index = 0; free > 0 && index < queue.length; ) {
      const { key, start } = queue[index]!;
      const ofKey = running.get(key) ?? 0;
      if (ofKey >= perKey) {
        index++;
        continue;
      }
      queue.splice(index, 1);
      free--;
      running.set(key, ofKey + 1);
      start();
    }
  };

  const giveBack = (key: string) => {
    free++;
    const ofKey = running.get(key)! - 1;
    if (ofKey === 0) running.delete(key);
    else running.set(key, ofKey);
    startNext();
  };

  return {
    take(key, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      if (signal.aborted) return Promise.reject(signal.reason);
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        key,
        start() {
          signal.removeEventListener("abort", leave);
          resolve(() => giveBack(key));
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
      startNext();
      return promise;
    },
  };
}

const maxMs = 10;

/**
 * For work on many rows. After each row, await a call of the returned function, which lets other work in this process
 * run every few milliseconds. During a transaction, that work reads the last committed state; other writes keep waiting.
 */
export function yieldsToEventLoop(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}

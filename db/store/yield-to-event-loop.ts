const maxMs = 10;

/**
 * For work on many rows in one transaction: to be awaited at each of them. Where what this process has to answer has
 * waited for some milliseconds it goes first; it still reads the last committed state, and other writes wait.
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

const maxMs = 10;

/**
 * For work on many rows in one transaction: await the result at each row. If other work of this process has waited for
 * some milliseconds, it runs first. It reads the last committed state; other writes keep waiting.
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

const maxMs = 10;

/**
 * For a transaction that works on many rows: await the result after each row. If other work in this process has waited
 * for some milliseconds, it runs first. That work reads the last committed state; other writes keep waiting.
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

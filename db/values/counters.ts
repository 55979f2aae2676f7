/**
 * Counters of this process since its start, by sample name with labels, as `/metrics` shows them. Label values must be
 * constants of the code, because each new value adds a time series.
 */
export const counters = new Map<string, number>();

export const count = (sample: string, by = 1): void => void counters.set(sample, (counters.get(sample) ?? 0) + by);

/** Counts each call of `work` and its seconds in the summary `name`. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    count(`${name}_count`);
    count(`${name}_sum`, (performance.now() - began) / 1000);
  }
}

import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

interface Quota {
  points: number;
  seconds: number;
}

/** What one process has let through of one key of a limit. */
export interface Spent {
  limit: string;
  quota: Quota;
  key: string;
  points: number;
  /** Whether what was spent before is forgiven. */
  isForgiven: boolean;
}

/** A limit with all that is spent of it. */
export interface LimitState {
  limit: string;
  quota: Quota;
  dump: ReturnType<RateLimiterMemory["dump"]>;
}

export interface SharedLimits {
  /** The limiter of that name; of one name there is one. */
  limiter(limit: string, quota: Quota): RateLimiterAbstract;
  /** Counts what other processes have let through. */
  add(spent: readonly Spent[]): Promise<void>;
  /** For a process that joins later. */
  state(): LimitState[];
  restore(state: readonly LimitState[]): void;
  /** Tells what has not been told yet. */
  flush(): void;
}

/** What others spend is known so much later; a limit is exceeded by what happens meanwhile at most. */
const tellEveryMs = 50;

/**
 * Limits that several processes hold together: each counts for itself at once, tells the others now and then what it
 * let through, and adds what they tell. No call waits for another process.
 */
export function sharedLimits(tell: (spent: Spent[]) => void): SharedLimits {
  const limiters = new Map<string, { quota: Quota; limiter: TellingLimiter }>();
  let untold = new Map<string, Spent>();
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (untold.size === 0) return;
    const spent = [...untold.values()];
    untold = new Map();
    tell(spent);
  }

  function note(limit: string, quota: Quota, key: string, points: number): void {
    const name = JSON.stringify([limit, key]);
    // Forgiven: what this process spent before and did not tell yet is forgiven with the rest.
    const isForgiven = points === 0;
    const known = isForgiven ? undefined : untold.get(name);
    if (known) known.points += points;
    else untold.set(name, { limit, quota, key, points, isForgiven });
    timer ??= setTimeout(flush, tellEveryMs).unref();
  }

  function limiterOf(limit: string, quota: Quota): TellingLimiter {
    let known = limiters.get(limit);
    if (!known) {
      known = { quota, limiter: new TellingLimiter(quota, (key, points) => note(limit, quota, key, points)) };
      limiters.set(limit, known);
    }
    return known.limiter;
  }

  return {
    limiter: limiterOf,
    async add(spent) {
      for (const { limit, quota, key, points, isForgiven } of spent) {
        const limiter = limiterOf(limit, quota);
        if (isForgiven) await limiter.forget(key);
        if (points !== 0) await limiter.penalty(key, points);
      }
    },
    state: () => [...limiters].map(([limit, { quota, limiter }]) => ({ limit, quota, dump: limiter.dump() })),
    restore(state) {
      for (const { limit, quota, dump } of state) limiterOf(limit, quota).restore(dump);
    },
    flush,
  };
}

class TellingLimiter extends RateLimiterMemory {
  readonly #note: (key: string, points: number) => void;

  constructor({ points, seconds }: Quota, note: (key: string, points: number) => void) {
    super({ points, duration: seconds });
    this.#note = note;
  }

  override async consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    // What is refused is nothing to the others: who has spent all has spent all.
    const result = await super.consume(key, points);
    this.#note(String(key), points);
    return result;
  }

  override async delete(key: string | number): Promise<boolean> {
    this.#note(String(key), 0);
    return super.delete(key);
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    this.#note(String(key), -points);
    return super.reward(key, points);
  }

  /** Deletes what others have forgiven, and tells nobody. */
  forget(key: string): Promise<boolean> {
    return super.delete(key);
  }
}

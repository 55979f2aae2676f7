import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

interface Quota {
  points: number;
  seconds: number;
}

/** Points that one process has consumed of one key. */
export interface Spent {
  limit: string;
  quota: Quota;
  key: string;
  points: number;
  /** Whether earlier points of the key are reset. */
  isForgiven: boolean;
}

export interface LimitState {
  limit: string;
  quota: Quota;
  dump: ReturnType<RateLimiterMemory["dump"]>;
}

export interface SharedLimits {
  limiter(limit: string, quota: Quota): RateLimiterAbstract;
  /** Adds points that other processes have consumed. */
  add(spent: readonly Spent[]): Promise<void>;
  /** State for a process that joins later. */
  state(): LimitState[];
  restore(state: readonly LimitState[]): void;
  /** Publishes points that were not published yet. */
  flush(): void;
}

/** Other processes learn of points after this time. A limit can be exceeded by the calls in between. */
const tellEveryMs = 50;

/**
 * Rate limits that several processes share. Each counts locally, publishes what it allowed and adds what the others
 * publish. No call waits for another process.
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
    // A reset also covers points of this process that were not published yet.
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
    // Refused calls are not published: they consume nothing.
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

  /** Resets a key without publishing it. */
  forget(key: string): Promise<boolean> {
    return super.delete(key);
  }
}

import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

type Quota = { points: number; seconds: number };

export interface Consumption {
  limit: string;
  quota: Quota;
  key: string;
  points: number;
  isReset: boolean;
}

export type LimitState = { limit: string; quota: Quota; dump: ReturnType<RateLimiterMemory["dump"]> };

/** Other processes learn of consumed points after this delay. Until then, the number of calls can exceed a limit. */
const publishAfterMs = 50;

/** Creates limiters whose state several processes share. `publish` sends this process's consumption to the others. */
export function sharedLimits(publish: (consumed: Consumption[]) => void) {
  const limiters = new Map<string, { quota: Quota; limiter: PublishingLimiter }>();
  let unpublished = new Map<string, Consumption>();
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (unpublished.size === 0) return;
    const consumed = [...unpublished.values()];
    unpublished = new Map();
    publish(consumed);
  }

  function record(limit: string, quota: Quota, key: string, points: number): void {
    const name = JSON.stringify([limit, key]);
    // A reset replaces the points of this process that have not been published yet.
    const isReset = points === 0;
    const known = isReset ? undefined : unpublished.get(name);
    if (known) known.points += points;
    else unpublished.set(name, { limit, quota, key, points, isReset });
    timer ??= setTimeout(flush, publishAfterMs).unref();
  }

  function limiterOf(limit: string, quota: Quota): PublishingLimiter {
    const known = limiters.get(limit);
    if (known) return known.limiter;
    const limiter = new PublishingLimiter(quota, (key, points) => record(limit, quota, key, points));
    limiters.set(limit, { quota, limiter });
    return limiter;
  }

  return {
    limiter: (limit: string, quota: Quota): RateLimiterAbstract => limiterOf(limit, quota),
    async add(consumed: readonly Consumption[]): Promise<void> {
      for (const { limit, quota, key, points, isReset } of consumed) {
        const limiter = limiterOf(limit, quota);
        if (isReset) await limiter.reset(key);
        if (points !== 0) await limiter.penalty(key, points);
      }
    },
    state: (): LimitState[] =>
      [...limiters].map(([limit, { quota, limiter }]) => ({ limit, quota, dump: limiter.dump() })),
    restore(state: readonly LimitState[]): void {
      for (const { limit, quota, dump } of state) limiterOf(limit, quota).restore(dump);
    },
    flush,
  };
}

export type SharedLimits = ReturnType<typeof sharedLimits>;

class PublishingLimiter extends RateLimiterMemory {
  readonly #record: (key: string, points: number) => void;

  constructor({ points, seconds }: Quota, record: (key: string, points: number) => void) {
    super({ points, duration: seconds });
    this.#record = record;
  }

  override async consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    // A refused call throws here and is not published, because it consumes nothing.
    const result = await super.consume(key, points);
    this.#record(String(key), points);
    return result;
  }

  override async delete(key: string | number): Promise<boolean> {
    this.#record(String(key), 0);
    return super.delete(key);
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    this.#record(String(key), -points);
    return super.reward(key, points);
  }

  reset(key: string): Promise<boolean> {
    return super.delete(key);
  }
}

import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { memoryLimiter, type Quota } from "../memory-limiter.ts";

export interface AttemptLimit {
  /**
   * Counts an attempt. Returns null if it is allowed, or else the number of seconds to wait. Throws if counting fails.
   */
  take(key: string): Promise<number | null>;
}

/** Limits on requests that need no account. */
export interface OAuthLimits {
  registrations: AttemptLimit;
  /** Limits the metadata documents fetched from one site, so that nobody can direct a flood of our requests at it. */
  documents: AttemptLimit;
  documentsByNetwork: AttemptLimit;
}

const defaults = {
  registrations: { points: 20, seconds: 3_600 },
  documents: { points: 20, seconds: 60 },
  documentsByNetwork: { points: 10, seconds: 60 },
} satisfies Record<keyof OAuthLimits, Quota>;

/** The limiters keep their counts in this process unless `newLimiter` returns limiters that keep them elsewhere. */
export function createOAuthLimits(
  quotas: Partial<Record<keyof OAuthLimits, Quota>> = {},
  newLimiter: (name: string, quota: Quota) => RateLimiterAbstract = memoryLimiter,
): OAuthLimits {
  const limit = (name: keyof OAuthLimits): AttemptLimit => {
    const limiter = newLimiter(name, quotas[name] ?? defaults[name]);
    const wait = (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      throw refused;
    };
    return { take: (key) => limiter.consume(key).then(() => null, wait) };
  };
  return {
    registrations: limit("registrations"),
    documents: limit("documents"),
    documentsByNetwork: limit("documentsByNetwork"),
  };
}

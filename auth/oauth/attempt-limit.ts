import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Counts tries of one kind by whoever makes them. */
export interface AttemptLimit {
  /** Counts one: null, or the seconds after which another may succeed. Throws where counting fails. */
  take(key: string): Promise<number | null>;
}

/** Whoever has no account yet can do these, so all are bounded. */
export interface OAuthLimits {
  /** Registrations of clients, by address. */
  registrations: AttemptLimit;
  /** Metadata documents that are fetched, by the site they lie on, so that we cannot be turned against one. */
  documents: AttemptLimit;
  /** The same by the address that made us ask, so that nobody takes all of our patience. */
  documentsAsked: AttemptLimit;
}

interface Quota {
  points: number;
  seconds: number;
}

const defaults = {
  registrations: { points: 20, seconds: 3_600 },
  documents: { points: 20, seconds: 60 },
  documentsAsked: { points: 10, seconds: 60 },
} satisfies Record<keyof OAuthLimits, Quota>;

/** Counts in this process, unless `newLimiter` does it elsewhere too. */
export function createOAuthLimits(
  quotas: Partial<Record<keyof OAuthLimits, Quota>> = {},
  newLimiter: (name: string, quota: Quota) => RateLimiterAbstract = inMemory,
): OAuthLimits {
  const limit = (name: keyof OAuthLimits) => createLimit(newLimiter(name, quotas[name] ?? defaults[name]));
  return {
    registrations: limit("registrations"),
    documents: limit("documents"),
    documentsAsked: limit("documentsAsked"),
  };
}

const inMemory = (_: string, { points, seconds }: Quota) => new RateLimiterMemory({ points, duration: seconds });

const createLimit = (limiter: RateLimiterAbstract): AttemptLimit => ({
  async take(key) {
    try {
      await limiter.consume(key);
      return null;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      throw refused;
    }
  },
});

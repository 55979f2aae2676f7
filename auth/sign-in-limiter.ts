import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { memoryLimiter, type Quota } from "./memory-limiter.ts";

/** The limited actions: password attempts, links that anyone can request, and emails that a signed-in user requests. */
export type LimitedAction = "sign_in" | "link" | "mail";

/**
 * `many` limits the password attempts for one account from all networks. `few` sets all other limits, such as that on
 * the attempts from one network.
 */
export const signInQuotas = {
  few: { points: 10, seconds: 15 * 60 },
  many: { points: 100, seconds: 15 * 60 },
} satisfies Record<string, Quota>;

/** The error for too many attempts. `retryAfter` is in seconds. */
export class RateLimitError extends Error {
  constructor(
    readonly action: LimitedAction,
    readonly retryAfter: number,
  ) {
    super(`too many attempts, retry in ${retryAfter} s`);
  }
}

export interface SignInLimiter {
  /**
   * Counts an attempt from a network, for an account if one is given. Throws RateLimitError. `isKnown` means that the
   * browser has signed in to the account before. Such a browser has its own count, so that nobody else can use up its
   * attempts.
   */
  take(action: LimitedAction, network: string, email: string | null, isKnown?: boolean): Promise<void>;
  /** Removes a successful attempt from the counts, along with all attempts from this network for this account. */
  forgive(network: string, email: string | null, isKnown?: boolean): Promise<void>;
}

/**
 * The limiters keep their counts in this process unless `newLimiter` returns limiters that keep them elsewhere. If
 * counting fails, attempts fail.
 */
export function createSignInLimiter(
  quotas: typeof signInQuotas = signInQuotas,
  newLimiter: (name: string, quota: Quota) => RateLimiterAbstract = memoryLimiter,
): SignInLimiter {
  const few = newLimiter("few", quotas.few);
  const many = newLimiter("many", quotas.many);
  const take = (limiter: RateLimiterAbstract, action: LimitedAction, key: string) =>
    limiter.consume(`${action}:${key}`).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new RateLimitError(action, Math.ceil(refused.msBeforeNext / 1000));
    });
  return {
    async take(action, network, email, isKnown = false) {
      if (isKnown) return void (await take(few, action, `known:${email}`));
      await take(few, action, `from:${network}`);
      if (email === null) return;
      await take(few, action, `pair:${network}:${email}`);
      // people.ts limits the links for each account in a way that always leaves the owner a working one.
      if (action !== "link") await take(action === "sign_in" ? many : few, action, `to:${email}`);
    },
    async forgive(network, email, isKnown = false) {
      if (isKnown) return void (await few.delete(`sign_in:known:${email}`));
      await few.reward(`sign_in:from:${network}`);
      if (email === null) return;
      await few.delete(`sign_in:pair:${network}:${email}`);
      await many.reward(`sign_in:to:${email}`);
    },
  };
}

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Limited actions: passwords that are tried, links that anybody may request, and mails that a signed-in person requests. */
export type SlowedAction = "sign_in" | "link" | "mail";

interface Quota {
  points: number;
  seconds: number;
}

/** `few` for a network, also with an account; `many` for passwords of an account over all networks. */
export const slowDownQuotas = {
  few: { points: 10, seconds: 15 * 60 },
  many: { points: 100, seconds: 15 * 60 },
} satisfies Record<string, Quota>;

/** Too many tries; `retryAfter` is in seconds. */
export class RateLimitError extends Error {
  constructor(
    readonly action: SlowedAction,
    readonly retryAfter: number,
  ) {
    super(`too many tries, again in ${retryAfter} s`);
  }
}

export interface SignInLimiter {
  /**
   * Counts a try of a client's network, about an email if it is known; throws TooManyTries. A browser that has signed in
   * to the account before is counted alone, so that nobody else can use up its tries.
   */
  take(action: SlowedAction, network: string, email: string | null, isKnown?: boolean): Promise<void>;
  /** The try has succeeded, so it does not count; earlier ones of the same network and account do not either. */
  forgive(network: string, email: string | null, isKnown?: boolean): Promise<void>;
}

/** Counts in this process, unless `newLimiter` does it elsewhere too. Any failure of counting is a refusal. */
export function createSignInLimiter(
  quotas: typeof slowDownQuotas = slowDownQuotas,
  newLimiter: (name: string, quota: Quota) => RateLimiterAbstract = inMemory,
): SignInLimiter {
  const few = newLimiter("few", quotas.few);
  const many = newLimiter("many", quotas.many);
  const take = (limiter: RateLimiterAbstract, action: SlowedAction, key: string) =>
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
      // Links have a limit for each account of their own (auth/people.ts), by which nobody is left without one.
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

const inMemory = (_: string, { points, seconds }: Quota) => new RateLimiterMemory({ points, duration: seconds });

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** What is slowed down: tries to sign in, and mails we are asked to send. */
export type SlowedAction = "sign_in" | "mail";

export const slowDownQuota = { points: 10, seconds: 15 * 60 } as const;

/** Too many tries; `retryAfter` is in seconds. */
export class TooManyTries extends Error {
  constructor(readonly retryAfter: number) {
    super(`too many tries, again in ${retryAfter} s`);
  }
}

export interface SlowDown {
  /** Counts a try against the client's address and the mail address it is about, if it is known; throws TooManyTries. */
  take(action: SlowedAction, clientAddress: string, email: string | null): Promise<void>;
  /** The right password was given: the account's tries start anew, those of the client's address do not. */
  forgive(email: string): Promise<void>;
}

/** Counts in this process, or with another limiter of the same quota. Any failure of counting is a refusal. */
export function createSlowDown(
  { points, seconds }: { points: number; seconds: number } = slowDownQuota,
  limiter: RateLimiterAbstract = new RateLimiterMemory({ points, duration: seconds }),
): SlowDown {
  const take = (key: string) =>
    limiter.consume(key).catch((refused: unknown) => {
      throw refused instanceof RateLimiterRes ? new TooManyTries(Math.ceil(refused.msBeforeNext / 1000)) : refused;
    });
  return {
    async take(action, clientAddress, email) {
      await take(`${action}:from:${clientAddress}`);
      if (email !== null) await take(`${action}:to:${email}`);
    },
    async forgive(email) {
      await limiter.delete(`sign_in:to:${email}`);
    },
  };
}

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/errors.ts";
import type { Quota, RateLimitState } from "../errors/rate-limit-state.ts";
import { isAccount } from "./actor.ts";
import { networkOf } from "./client-network.ts";
import type { CallContext } from "./context.ts";
import type { AnyOperation } from "./define.ts";

export const defaultQuotas = {
  anonymous: { points: 60, seconds: 60 },
  read: { points: 300, seconds: 60 },
  write: { points: 60, seconds: 60 },
} as const satisfies Record<string, Quota>;

export interface RateLimiter {
  /** Counts a call. Throws 429 with the number of seconds to wait. */
  take(operation: AnyOperation, context: CallContext): Promise<RateLimitState | null>;
}

/** Limits anonymous callers by IP address and accounts by kind of call, and applies the operation's own quotas. */
export function createRateLimiter(
  quotas: Record<keyof typeof defaultQuotas, Quota> = defaultQuotas,
  newLimiter: (name: string, quota: Quota) => RateLimiterAbstract = inMemory,
): RateLimiter {
  const limiters = new Map<string, { quota: Quota; limiter: RateLimiterAbstract }>();
  const limiterOf = (policy: string, quota: Quota) => {
    let known = limiters.get(policy);
    if (!known) {
      known = { quota, limiter: newLimiter(policy, quota) };
      limiters.set(policy, known);
    }
    return known.limiter;
  };

  async function spend(policy: string, quota: Quota, key: string): Promise<RateLimitState> {
    const state = (result: RateLimiterRes): RateLimitState => ({
      policy,
      quota,
      remaining: result.remainingPoints,
      resetSeconds: Math.ceil(result.msBeforeNext / 1000),
    });
    try {
      return state(await limiterOf(policy, quota).consume(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const rateLimit = state(refused);
      const { resetSeconds } = rateLimit;
      throw new Problem(
        "rate_limited",
        `The limit is ${quota.points} calls in ${quota.seconds} s. Try again in ${resetSeconds} s.`,
        { retryAfter: resetSeconds, rateLimit },
      );
    }
  }

  return {
    async take({ name, effect, quota, addressQuota }, { actor, address }) {
      if (!isAccount(actor) && actor.kind !== "anonymous") return null;
      const from = () => networkOf(address ?? "unknown");
      if (addressQuota) await spend(`${name}_by_address`, addressQuota, from());
      if (actor.kind === "anonymous") return spend("anonymous", quotas.anonymous, from());
      const key = String(actor.accountId);
      const policy = effect === "read" ? "read" : "write";
      const general = await spend(policy, quotas[policy], key);
      return quota ? spend(name, quota, key) : general;
    },
  };
}

const inMemory = (_: string, { points, seconds }: Quota) => new RateLimiterMemory({ points, duration: seconds });

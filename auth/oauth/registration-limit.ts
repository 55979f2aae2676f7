import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

export const registrationQuota = { points: 20, seconds: 3_600 } as const;

/** Bounds how many clients one address registers. */
export interface RegistrationLimit {
  /** Counts a try: null, or the seconds after which another may succeed. Throws where counting fails. */
  take(address: string): Promise<number | null>;
}

/** Counts in this process. */
export function createRegistrationLimit({
  points,
  seconds,
}: {
  points: number;
  seconds: number;
} = registrationQuota): RegistrationLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async take(address) {
      try {
        await limiter.consume(address);
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
        throw refused;
      }
    },
  };
}

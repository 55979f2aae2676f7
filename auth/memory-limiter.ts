import { RateLimiterMemory } from "rate-limiter-flexible";

export interface Quota {
  points: number;
  seconds: number;
}

export const memoryLimiter = (_name: string, { points, seconds }: Quota) =>
  new RateLimiterMemory({ points, duration: seconds });

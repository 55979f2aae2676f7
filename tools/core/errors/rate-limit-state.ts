/** `points` calls in `seconds`. */
export interface Quota {
  points: number;
  seconds: number;
}

/** What the `RateLimit` and `RateLimit-Policy` fields say (draft-ietf-httpapi-ratelimit-headers). */
export interface RateLimitState {
  policy: string;
  quota: Quota;
  remaining: number;
  resetSeconds: number;
}

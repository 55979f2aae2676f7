export interface Quota {
  points: number;
  seconds: number;
}

/** The contents of the `RateLimit` and `RateLimit-Policy` headers (draft-ietf-httpapi-ratelimit-headers). */
export interface RateLimitState {
  policy: string;
  quota: Quota;
  remaining: number;
  resetSeconds: number;
}

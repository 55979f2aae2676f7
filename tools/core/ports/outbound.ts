/** Why a request to a user's URL failed. These values must stay stable, because callers rely on some of them. */
export type OutboundReason =
  | "bad_url"
  | "forbidden_scheme"
  | "forbidden_port"
  | "has_credentials"
  | "forbidden_address"
  | "unresolvable"
  | "tls"
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  | "connection"
  | "protocol"
  /** Our browser failed; the URL may be valid. */
  | "browser";

/** Returns a quoted host name for use in a sentence, shortened because it comes from outside. */
export const nameOf = (host: string) => `"${host.length > 80 ? `${host.slice(0, 80)}…` : host}"`;

/** The only error that outbound requests throw. Its message is written for users and contains no IP address. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
  ) {
    super(message);
    this.name = "OutboundError";
  }
}

/** Each lane has its own slots, so that slow servers in one lane do not delay the other lane. */
export type OutboundLane = "jobs" | "strangers" | "webhooks";

/** What a request is for, in metrics. */
export type OutboundPurpose = "claim" | "crawl" | "indexnow" | "logo" | "oauth" | "webhook";

export interface OutboundOptions {
  /** `crawl` by default. */
  purpose?: OutboundPurpose;
  /** `jobs` by default. `strangers` is for requests that anyone can cause without an account. */
  lane?: OutboundLane;
  /** Rejects http, even as the target of a redirect. `unless_allowed` accepts it in the networks that are allowed. */
  httpsOnly?: boolean | "unless_allowed";
  /** `GET` by default. */
  method?: "GET" | "POST";
  /** The body of a POST, sent as UTF-8. */
  body?: string;
  /** The limit is 5 by default, and always 0 for POST. With 0, the redirect response itself is returned. */
  maxRedirects?: number;
  /** The limit for the decompressed body, 2 MiB by default. */
  maxBytes?: number;
  whenTooLarge?: "throw" | "truncate";
  /** The total time, including the wait for a slot, DNS, redirects and the body; 20 s by default. */
  timeoutMs?: number;
  /** The time to connect to one server, including TLS; 5 s by default. */
  connectTimeoutMs?: number;
  idleTimeoutMs?: number;
  headers?: Partial<
    Record<
      | ("accept" | "accept-language" | "content-type" | "if-none-match" | "if-modified-since")
      | ("webhook-id" | "webhook-timestamp" | "webhook-signature"),
      string
    >
  >;
  /** Rejects with the signal's own reason. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  /** The final URL after redirects, without its fragment. */
  url: string;
  bytes: Uint8Array;
  isTruncated: boolean;
  redirects: { status: number; from: string; to: string }[];
}

/** All requests to URLs from users go through this guard. */
export interface Outbound {
  /** Sends one request. Any HTTP status is a response; throws OutboundError if there is no response. */
  fetch(url: string, options?: OutboundOptions): Promise<OutboundResponse>;
  /** Checks a URL without network access. Returns it parsed, or throws OutboundError. */
  vet(url: string, options?: Pick<OutboundOptions, "httpsOnly">): URL;
}

export type TxtAnswer = { records: string[] } | { failure: "no_record" | "no_domain" | "server_failure" | "timeout" };

/** Looks up current TXT records, asking the zone's own name servers first to avoid caches. */
export interface TxtLookup {
  /** @param zone the registrable domain of the name. Rejects only with the signal's reason. */
  txt(name: string, zone: string, signal: AbortSignal): Promise<TxtAnswer>;
}

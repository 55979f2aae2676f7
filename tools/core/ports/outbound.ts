/** Why a request to a user-given address failed; stable, for callers that treat some reasons differently. */
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
  /** Our browser did not start or broke down; the address may be as it should. */
  | "browser";

/** Host of an address for a sentence; both come from others, so it is cut. */
export const nameOf = (host: string) => `"${host.length > 80 ? `${host.slice(0, 80)}…` : host}"`;

/** The one error of outbound requests. The message is a sentence for users and never names an address we met. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
  ) {
    super(message);
    this.name = "OutboundError";
  }
}

/** Who cannot keep others waiting, however many silent servers they name. */
export type OutboundLane = "jobs" | "strangers";

export interface OutboundOptions {
  /** Whose slots it takes: `jobs` by default; `strangers` for what anyone can have us ask without an account. */
  lane?: OutboundLane;
  /** Refuses http, also as the target of a redirect. */
  httpsOnly?: boolean;
  /** Redirects to follow, 5 by default; with 0 a redirect is handed back as the answer. */
  maxRedirects?: number;
  /** Cap of the body after decompression, 2 MiB by default. */
  maxBytes?: number;
  /** What happens to a larger body: `throw` (default) or keep the first `maxBytes`. */
  whenTooLarge?: "throw" | "truncate";
  /** For everything: waiting for a free slot, look-up, redirects and body; 20 s by default. */
  timeoutMs?: number;
  /** For reaching one server, the TLS handshake included; 5 s by default. */
  connectTimeoutMs?: number;
  /** Longest silence of a server, 10 s by default. */
  idleTimeoutMs?: number;
  headers?: Partial<Record<"accept" | "accept-language" | "if-none-match" | "if-modified-since", string>>;
  /** Gives up early; the promise is then rejected with the signal's own reason. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  /** The address that answered, after redirects, without fragment. */
  url: string;
  /** The body, decompressed. */
  bytes: Uint8Array;
  isTruncated: boolean;
  redirects: { status: number; from: string; to: string }[];
}

/** The only way to addresses that users give. */
export interface Outbound {
  /** GET. Any HTTP status is an answer; throws OutboundError where there is none that may be had. */
  fetch(url: string, options?: OutboundOptions): Promise<OutboundResponse>;
  /** Judges what can be judged without the network; throws OutboundError, or returns the address as it would be asked. */
  vet(url: string, options?: Pick<OutboundOptions, "httpsOnly">): URL;
}

/** What came of asking for the TXT records of a name. */
export type TxtAnswer =
  | { records: string[] }
  /** No such record, no such domain, a name server that fails, or none that answers. */
  | { failure: "no_record" | "no_domain" | "server_failure" | "timeout" };

/** Asks for TXT records as they are now: first the zone's own name servers, which no cache is ahead of. */
export interface TxtLookup {
  /** @param zone the registrable domain the name is in. Rejects only with the signal's reason. */
  txt(name: string, zone: string, signal: AbortSignal): Promise<TxtAnswer>;
}

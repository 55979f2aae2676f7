import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { lookup } from "#db/values/lookup.ts";
import { nameOf, OutboundError } from "#tools/core/ports/outbound.ts";
import { closedEarly, notHttp, tlsFault, tooSlow, unreachable } from "./failures.ts";
import { onlyTo, type VettedAddress } from "./resolve.ts";
import type { Target } from "./vet-url.ts";

const maxHeaderBytes = 32 * 1024;

export interface RoundTripOptions {
  method?: string;
  body?: Readable | string;
  headers: Record<string, string>;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  signal: AbortSignal;
  /** Certificates to trust instead of the usual ones. */
  ca?: string;
}

/** One HTTP request without redirects, cookies, proxies or persistent connections. */
export class RoundTrip {
  readonly #target: Target;
  readonly #signal: AbortSignal;
  readonly #request: ClientRequest;
  readonly #connectTimer: NodeJS.Timeout;
  readonly #answer = Promise.withResolvers<IncomingMessage>();
  #phase: "connecting" | "handshake" | "connected" = "connecting";
  #response?: IncomingMessage;
  #failure: unknown;

  /** Sends the request. The caller must always call `close`. */
  constructor(target: Target, addresses: VettedAddress[], options: RoundTripOptions) {
    options.signal.throwIfAborted();
    this.#target = target;
    this.#signal = options.signal;
    const isHttps = target.url.protocol === "https:";
    this.#request = (isHttps ? https : http).request({
      hostname: target.host,
      port: target.url.port || undefined,
      method: options.method,
      path: target.url.pathname + target.url.search,
      headers: { host: target.url.host, ...options.headers },
      // A shared agent may use a proxy. It also keeps sockets whose addresses were not checked for this request.
      agent: false,
      lookup: onlyTo(addresses),
      timeout: options.idleTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
      // These options are set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
      ...(isHttps && { rejectUnauthorized: true, servername: target.isLiteral ? "" : target.host, ca: options.ca }),
    });
    this.#connectTimer = setTimeout(() => this.#fail(tooSlow(target.host)), options.connectTimeoutMs);
    this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#listen(isHttps);
    if (typeof options.body === "object") pipeline(options.body, this.#request, () => {});
    else this.#request.end(options.body);
  }

  /** Returns the status and headers. Throws OutboundError or the signal's reason. */
  answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  /** Reads the body with `reader`. Throws OutboundError or the signal's reason. */
  async read<Body>(reader: (response: IncomingMessage) => Promise<Body>): Promise<Body> {
    const body = await reader(await this.answer()).catch((error) => {
      throw this.#failure ?? asOutboundError(error, this.#target, this.#phase);
    });
    // If the body's length was not declared, a connection that we cut looks like the end of the body.
    if (this.#failure !== undefined) throw this.#failure;
    return body;
  }

  close(): void {
    clearTimeout(this.#connectTimer);
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#request.destroy();
  }

  readonly #onAbort = () => this.#fail(this.#signal.reason);

  /** Records the first failure for the caller and ignores any failures that follow from it. */
  #fail(failure: unknown): void {
    this.#failure ??= failure;
    this.#answer.reject(this.#failure);
    this.#response?.destroy();
    this.#request.destroy();
  }

  #listen(isHttps: boolean): void {
    const connected = () => {
      this.#phase = "connected";
      clearTimeout(this.#connectTimer);
    };
    this.#request.on("socket", (socket) => {
      socket.once("connect", () => {
        if (isHttps) this.#phase = "handshake";
        else connected();
      });
      socket.once("secureConnect", connected);
    });
    this.#request.on("timeout", () => this.#fail(tooSlow(this.#target.host)));
    this.#request.on("upgrade", () => this.#fail(notHttp(this.#target.host)));
    this.#request.on("error", (error) => {
      // An error after the complete response, such as bytes beyond the declared length, does not concern the body.
      if (!this.#response?.complete) this.#fail(asOutboundError(error, this.#target, this.#phase));
    });
    this.#request.on("response", (response) => {
      this.#response = response;
      // If nobody reads the body, closing early must not cause an uncaught error.
      response.on("error", () => {});
      this.#answer.resolve(response);
    });
  }
}

function asOutboundError(error: unknown, { host }: Target, phase: string): OutboundError {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (error instanceof OutboundError) return error;
  if (phase === "connecting") return unreachable(host);
  if (phase === "handshake") return tlsFault(host, lookup(tlsFaults, code));
  if (code === "HPE_HEADER_OVERFLOW")
    return new OutboundError(
      "too_large",
      `The response headers from ${nameOf(host)} are larger than ${maxHeaderBytes / 1024} KiB.`,
    );
  if (code === "ECONNRESET" || code === "EPIPE") return closedEarly(host);
  return notHttp(host);
}

const tlsFaults: Record<string, Parameters<typeof tlsFault>[1]> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "otherName",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
};

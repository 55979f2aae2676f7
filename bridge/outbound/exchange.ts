import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { OutboundError } from "../../tools/core/outbound.ts";
import type { VettedAddress } from "./resolve.ts";
import { nameOf, type Target } from "./vet-url.ts";

const maxHeaderBytes = 32 * 1024;

export interface ExchangeOptions {
  headers: Record<string, string>;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  signal: AbortSignal;
  /** Certificates to trust instead of the usual ones. */
  ca?: string;
}

/** One request to one target at its vetted addresses; no redirects, cookies, proxies or kept connection. */
export class Exchange {
  readonly #target: Target;
  readonly #signal: AbortSignal;
  readonly #request: ClientRequest;
  readonly #connectTimer: NodeJS.Timeout;
  readonly #answer = Promise.withResolvers<IncomingMessage>();
  #phase: "connecting" | "handshake" | "connected" = "connecting";
  #response?: IncomingMessage;
  #failure: unknown;

  /** Sends the request. `close` has to be called whatever comes. */
  constructor(target: Target, addresses: VettedAddress[], options: ExchangeOptions) {
    options.signal.throwIfAborted();
    this.#target = target;
    this.#signal = options.signal;
    const isHttps = target.url.protocol === "https:";
    this.#request = (isHttps ? https : http).request({
      hostname: target.host,
      port: target.url.port || undefined,
      path: target.url.pathname + target.url.search,
      headers: { host: target.url.host, ...options.headers },
      // A shared agent may have a proxy, and keeps sockets whose addresses were not vetted for this request.
      agent: false,
      lookup: onlyTo(addresses),
      timeout: options.idleTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
      // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
      ...(isHttps && { rejectUnauthorized: true, servername: target.isLiteral ? "" : target.host, ca: options.ca }),
    });
    this.#connectTimer = setTimeout(() => this.#fail(tooSlow(target)), options.connectTimeoutMs);
    this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#listen(isHttps);
    this.#request.end();
  }

  /** Status and headers. Throws OutboundError, or the signal's reason. */
  answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  /** Runs a reader of the body. Throws OutboundError, or the signal's reason. */
  async read<Body>(reader: (response: IncomingMessage) => Promise<Body>): Promise<Body> {
    const body = await reader(await this.answer()).catch((error) => {
      throw this.#failure ?? asOutboundError(error, this.#target, this.#phase);
    });
    // A connection that we cut looks like the end of a body without a declared length.
    if (this.#failure !== undefined) throw this.#failure;
    return body;
  }

  close(): void {
    clearTimeout(this.#connectTimer);
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#request.destroy();
  }

  readonly #onAbort = () => this.#fail(this.#signal.reason);

  /** The first failure is what the caller is told, whatever breaks in consequence. */
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
    this.#request.on("timeout", () => this.#fail(tooSlow(this.#target)));
    this.#request.on("upgrade", () => this.#fail(notHttp(this.#target)));
    this.#request.on("error", (error) => {
      // What comes after the declared length is no part of the body.
      if (!this.#response?.complete) this.#fail(asOutboundError(error, this.#target, this.#phase));
    });
    this.#request.on("response", (response) => {
      this.#response = response;
      // Closing early must not become an uncaught error when nobody reads the body.
      response.on("error", () => {});
      this.#answer.resolve(response);
    });
  }
}

/** A look-up that knows only the vetted addresses, so that no second DNS answer is ever used. */
function onlyTo(addresses: VettedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

const tooSlow = ({ host }: Target) =>
  new OutboundError("timeout", `${nameOf(host)} did not answer in time. Check that the site is up and try again.`);

const notHttp = ({ host }: Target) =>
  new OutboundError("protocol", `The answer of ${nameOf(host)} is not what a web server sends.`);

function asOutboundError(error: unknown, target: Target, phase: string): OutboundError {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  const name = nameOf(target.host);
  if (error instanceof OutboundError) return error;
  if (phase === "connecting")
    return new OutboundError("connection", `${name} cannot be reached. Check that the site is up and try again.`);
  if (phase === "handshake") return new OutboundError("tls", `${name} ${tlsFaults[code] ?? tlsFaults.other}`);
  if (code === "HPE_HEADER_OVERFLOW")
    return new OutboundError("too_large", `The headers of ${name} are larger than ${maxHeaderBytes / 1024} KiB.`);
  if (code === "ECONNRESET" || code === "EPIPE")
    return new OutboundError("connection", `${name} closed the connection before its answer was complete.`);
  return notHttp(target);
}

const tlsFaults: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name.",
  CERT_HAS_EXPIRED: "has a certificate that has expired.",
  CERT_NOT_YET_VALID: "has a certificate that is not valid yet.",
  other: "cannot be reached securely: its certificate is not one that browsers trust, or it does not speak TLS.",
};

import { randomBytes } from "node:crypto";
import { OutboundError } from "#tools/core/ports/outbound.ts";

export interface LeaseLimits {
  /** Bytes of bodies and tunnels in both directions together. */
  maxBytes: number;
  /** Requests and tunnels. */
  maxConnections: number;
}

/** The right to use the proxy for one page: its password, what it may still load, and what was refused. */
export class Lease {
  readonly credentials = { username: "page", password: randomBytes(24).toString("base64url") };
  readonly #limits: LeaseLimits;
  readonly #controller = new AbortController();
  readonly #failures = new Map<string, OutboundError>();
  #bytes = 0;
  #connections = 0;

  constructor(limits: LeaseLimits) {
    this.#limits = limits;
  }

  /** Aborted, with an OutboundError as its reason, once the page may load no more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Counts one connection. Throws OutboundError when none is left. */
  countConnection(): void {
    this.signal.throwIfAborted();
    if (++this.#connections > this.#limits.maxConnections)
      throw new OutboundError("too_large", "The page loads from too many places.");
  }

  /** Counts bytes; past the limit it cuts everything of this lease. */
  countBytes(length: number): void {
    this.#bytes += length;
    const { maxBytes } = this.#limits;
    if (this.#bytes > maxBytes)
      this.#controller.abort(new OutboundError("too_large", `The page loads more than ${maxBytes / 1_000_000} MB.`));
  }

  /** Remembers why the proxy could not ask `host:port`. */
  fail(authority: string, error: OutboundError): void {
    if (this.#failures.size < this.#limits.maxConnections) this.#failures.set(authority, error);
  }

  /** Why the proxy could not ask the address last time, if it could not. */
  failureAt(url: URL): OutboundError | undefined {
    return this.#failures.get(authorityOf(url));
  }

  close(): void {
    this.#controller.abort(new OutboundError("connection", "The page was closed."));
  }
}

/** `host:port`, with the port even where it is the usual one. */
export const authorityOf = ({ hostname, port, protocol }: URL) =>
  `${hostname.replace(/\.$/, "")}:${port || (protocol === "https:" ? 443 : 80)}`;

import { randomBytes } from "node:crypto";
import { OutboundError } from "#tools/core/ports/outbound.ts";

export interface LeaseLimits {
  /** The maximum number of bytes in bodies and tunnels, in both directions together. */
  maxBytes: number;
  maxConnections: number;
}

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

  /** Aborts when the page exceeds its limits or is closed. The reason is an OutboundError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  countConnection(): void {
    this.signal.throwIfAborted();
    if (++this.#connections > this.#limits.maxConnections)
      throw new OutboundError("too_large", "The page opens too many connections.");
  }

  /** Counts transferred bytes. Beyond the limit, all connections of this lease are cut. */
  countBytes(length: number): void {
    this.#bytes += length;
    const { maxBytes } = this.#limits;
    if (this.#bytes > maxBytes)
      this.#controller.abort(new OutboundError("too_large", `The page loads more than ${maxBytes / 1_000_000} MB.`));
  }

  fail(authority: string, error: OutboundError): void {
    if (this.#failures.size < this.#limits.maxConnections) this.#failures.set(authority, error);
  }

  failureAt(url: URL): OutboundError | undefined {
    return this.#failures.get(authorityOf(url));
  }

  close(): void {
    this.#controller.abort(new OutboundError("connection", "The page was closed."));
  }
}

/** The URL's `host:port`, which always includes the port. */
export const authorityOf = ({ hostname, port, protocol }: URL) =>
  `${hostname.replace(/\.$/, "")}:${port || (protocol === "https:" ? 443 : 80)}`;

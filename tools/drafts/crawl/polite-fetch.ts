import type { Outbound, OutboundOptions, OutboundResponse } from "../../core/ports/outbound.ts";

const atOnce = 2;

interface Host {
  running: number;
  /** The time at which the next request may start, on the clock of `performance.now()`. */
  nextStart: number;
  pauseMs: number;
  isOneByOne: boolean;
  waiting: (() => void)[];
}

/** Sends the requests of one crawl: at most two at once to a host, with a pause between their starts. */
export class PoliteFetch {
  readonly #hosts = new Map<string, Host>();

  constructor(
    private readonly outbound: Outbound,
    private readonly options: { signal: AbortSignal; pauseMs: number },
  ) {}

  /** Sends requests to a host one at a time and with a longer pause, as its robots.txt demands. */
  slowDown(url: string, pauseMs: number): void {
    const host = this.#host(url);
    host.pauseMs = Math.max(host.pauseMs, pauseMs);
    host.isOneByOne = true;
  }

  async fetch(url: string, options: Omit<OutboundOptions, "signal"> = {}): Promise<OutboundResponse> {
    return this.inTurn(url, () => this.outbound.fetch(url, { ...options, signal: this.options.signal }));
  }

  /** Runs a task that sends requests to the host of `url`, such as a page render. Rejects with the signal's reason. */
  async inTurn<Result>(url: string, run: () => Promise<Result>): Promise<Result> {
    const host = this.#host(url);
    while (host.running >= (host.isOneByOne ? 1 : atOnce)) {
      await new Promise<void>((resolve) => host.waiting.push(resolve));
    }
    host.running++;
    try {
      // Waits in a loop, because another request may have started in the meantime.
      do await pause(host.nextStart - performance.now(), this.options.signal);
      while (performance.now() < host.nextStart);
      host.nextStart = performance.now() + host.pauseMs;
      return await run();
    } finally {
      host.running--;
      host.waiting.shift()?.();
    }
  }

  #host(url: string): Host {
    const { pauseMs } = this.options;
    const idle = () => ({ running: 0, nextStart: 0, pauseMs, isOneByOne: false, waiting: [] });
    return this.#hosts.getOrInsertComputed(URL.parse(url)?.host ?? "", idle);
  }
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason);
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}

import type { CDPSession, Protocol } from "puppeteer";
import { ownAnswerHeader } from "./proxy.ts";

/** The response that the page shows or is about to show. */
export interface MainAnswer {
  url: string;
  status: number;
  mimeType: string;
  /** True if the proxy responded instead of the website. */
  isOwn: boolean;
}

export class PageTraffic {
  readonly #session: CDPSession;
  readonly #frameId: string;
  readonly #running = new Set<string>();
  readonly #navigations = new Map<string, string>();
  #lastChange = performance.now();
  #answer?: MainAnswer;
  #failure?: { url: string; errorText: string };

  constructor(session: CDPSession, frameId: string) {
    this.#session = session;
    this.#frameId = frameId;
  }

  async watch(): Promise<void> {
    this.#session.on("Network.requestWillBeSent", (event) => this.#begin(event));
    this.#session.on("Network.responseReceived", (event) => this.#answered(event));
    this.#session.on("Network.loadingFinished", ({ requestId }) => this.#end(requestId));
    this.#session.on("Network.loadingFailed", ({ requestId, errorText }) => {
      const url = this.#navigations.get(requestId);
      if (url !== undefined) this.#failure = { url, errorText };
      this.#end(requestId);
    });
    await this.#session.send("Network.enable");
  }

  get answer(): MainAnswer | undefined {
    return this.#answer;
  }

  /** Why the last navigation failed, with Chromium's error name, such as net::ERR_FAILED. */
  get failure(): { url: string; errorText: string } | undefined {
    return this.#failure;
  }

  /** Milliseconds since a resource last started or finished loading; 0 while one is loading. */
  get quietMs(): number {
    return this.#running.size > 0 ? 0 : performance.now() - this.#lastChange;
  }

  #begin({ requestId, type, frameId, request }: Protocol.Network.RequestWillBeSentEvent): void {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    this.#running.add(requestId);
    this.#lastChange = performance.now();
    if (type !== "Document" || frameId !== this.#frameId) return;
    this.#navigations.set(requestId, request.url);
    this.#failure = undefined;
  }

  #answered({ requestId, response }: Protocol.Network.ResponseReceivedEvent): void {
    if (!this.#navigations.has(requestId)) return;
    const { url, status, mimeType, headers } = response;
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    // The proxy cannot add a header within TLS, so over https this header would come from the website.
    this.#answer = { url, status, mimeType, isOwn: url.startsWith("http:") && names.includes(ownAnswerHeader) };
  }

  #end(requestId: string): void {
    this.#running.delete(requestId);
    this.#lastChange = performance.now();
  }
}

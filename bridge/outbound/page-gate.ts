import type { CDPSession, Protocol } from "puppeteer";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import { refusedRedirect, tooManyRedirects } from "./failures.ts";
import type { Lease } from "./proxy-lease.ts";
import { type VetRules, vetUrl } from "./vet-url.ts";

interface GateSettings {
  lease: Lease;
  rules: VetRules;
  frameId: string;
  hasPicture: boolean;
}

const seen: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Image", "Font"]);

/** Resources that do not affect a page's visible text. */
const unneeded: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  "Image",
  "Media",
  "Font",
  "TextTrack",
  "EventSource",
  "Prefetch",
  "Manifest",
  "Ping",
  "CSPViolationReport",
  "SignedExchange",
]);

const maxRedirects = 5;
const maxNavigations = 10;

/** Decides which requests a page may send. The proxy also checks every request. */
export class PageGate {
  readonly #session: CDPSession;
  readonly #settings: GateSettings;
  /** Hosts that the current navigation has visited, including redirects. */
  #hops: string[] = [];
  #navigations = 0;
  #refusal?: OutboundError;

  constructor(session: CDPSession, settings: GateSettings) {
    this.#session = session;
    this.#settings = settings;
  }

  get refusal(): OutboundError | undefined {
    return this.#refusal;
  }

  async open(): Promise<void> {
    this.#session.on("Fetch.requestPaused", (event) => this.#decide(event));
    this.#session.on("Fetch.authRequired", (event) => this.#authenticate(event));
    await this.#session.send("Fetch.enable", { handleAuthRequests: true });
  }

  #decide({ requestId, request, resourceType, frameId, redirectedRequestId }: Protocol.Fetch.RequestPausedEvent): void {
    const isDocument = resourceType === "Document";
    const isRefused = isDocument
      ? !this.#mayNavigate(frameId, request, redirectedRequestId !== undefined)
      : unneeded.has(resourceType) && !(this.#settings.hasPicture && seen.has(resourceType));
    // An aborted navigation leaves the page unchanged. Any other error would replace the page with an error page.
    if (isRefused) this.#send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    else this.#send("Fetch.continueRequest", { requestId });
  }

  #mayNavigate(frameId: string, { url, method }: Protocol.Network.Request, isRedirect: boolean): boolean {
    // Navigation in other frames is refused, because we do not read them. Forms are refused, because only people submit
    // them.
    if (frameId !== this.#settings.frameId || method !== "GET") return false;
    if (!isRedirect) this.#hops = [];
    const from = this.#hops.at(-1);
    this.#refusal = undefined;
    try {
      const { host } = vetUrl(url, this.#settings.rules);
      if (this.#hops.push(host) > maxRedirects + 1 || ++this.#navigations > maxNavigations)
        throw tooManyRedirects(host);
      return true;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      this.#refusal = from && error.reason !== "too_many_redirects" ? refusedRedirect(from, error) : error;
      return false;
    }
  }

  #authenticate({ requestId, authChallenge }: Protocol.Fetch.AuthRequiredEvent): void {
    // A website that asks for a password must not get the proxy's password.
    const isProxy = authChallenge.source === "Proxy" && !this.#settings.lease.signal.aborted;
    this.#send("Fetch.continueWithAuth", {
      requestId,
      authChallengeResponse: isProxy
        ? { response: "ProvideCredentials", ...this.#settings.lease.credentials }
        : { response: "CancelAuth" },
    });
  }

  /** A request may disappear with its page before the gate decides about it, so errors are ignored. */
  #send: CDPSession["send"] = (method, ...parameters) =>
    this.#session.send(method, ...parameters).catch(() => undefined as never);
}

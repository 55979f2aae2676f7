import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import pino, { type Logger } from "pino";
import type { OAuthLimits } from "#auth/oauth/attempt-limit.ts";
import type { SignInLimiter } from "#auth/sign-in-limiter.ts";
import { siteUrls } from "#bridge/http/server/runtime.ts";
import { allJobs } from "#bridge/jobs/all-jobs.ts";
import { mailedLinkJob } from "#bridge/jobs/mailed-link-job.ts";
import { nodeToken } from "#bridge/nodes/node-token.ts";
import { createDns, createOutbound, type OutboundSettings } from "#bridge/outbound/create-outbound.ts";
import { keepInOutbox, type SendMail } from "#bridge/outbound/mail.ts";
import type { SignInProvider } from "#bridge/outbound/openid.ts";
import type { PaymentConfig } from "#bridge/start/call-context.ts";
import { readerNode } from "#bridge/start/serve.ts";
import { type ReaderNode, type RunningServer, startServer } from "#bridge/start/server.ts";
import { latestMails, type Mail } from "#db/queries/common/mail-records.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { openStore } from "#db/store/file-store.ts";
import type { Store } from "#db/store/store.ts";
import type { CallPolicy } from "#tools/core/calls/call.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import type { Job } from "#tools/core/operations/job.ts";
import type { RateLimiter } from "#tools/core/operations/rate-limit.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { VatRegister } from "#tools/core/ports/vat-register.ts";
import type { CrawlPorts } from "#tools/drafts/crawl/crawl-site.ts";
import { writeFromEvidence } from "#tools/drafts/extract/write-from-evidence.ts";
import type { DraftPorts } from "#tools/drafts/run-jobs.ts";
import { allTools } from "#tools/registry.ts";
import { type ToolCaller, toolCaller } from "../clients/tool-caller.ts";
import { sellerFor } from "../records/seller.ts";
import { writeEmptyDatabase } from "./empty-database.ts";
import { freePort } from "./free-port.ts";
import { startTestJobs } from "./jobs.ts";
import { isOfNodes, isOnNodes, readerStore, writerStore } from "./nodes.ts";
import { testPayments } from "./payments.ts";
import { temporary } from "./temporary.ts";

/** The time of all tests: a Wednesday in the middle of week 2026-W47. */
export const testNow = new Date("2026-11-18T12:00:00.000Z");

let template: Promise<string> | undefined;
let copies = 0;

// The demo directory is seeded once for all suites, because seeding takes a second.
async function makeTemplate(): Promise<string> {
  const path = join(temporary, "template.db");
  const store = openStore(path);
  await seedDemo(store, testNow);
  await store.close();
  return path;
}

export async function demoStore(): Promise<Store> {
  template ??= makeTemplate();
  const path = join(temporary, `${++copies}.db`);
  await copyFile(await template, path);
  return isOnNodes ? writerStore(path) : openStore(path);
}

export const emptyStore = (): Store => {
  const path = join(temporary, `${++copies}.db`);
  writeEmptyDatabase(path);
  return isOnNodes ? writerStore(path) : openStore(path);
};

export interface TestServer extends RunningServer, ToolCaller {
  url: string;
  store: Store;
  /** GET below `/api/v1`. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The same with an access token or API key. */
  as(bearer: string): ToolCaller;
  drainJobs(): Promise<void>;
  /** The outbox, newest first, after requested links have been sent. */
  mails(): Promise<Mail[]>;
}

interface ServerOptions {
  store?: Store;
  /** Public URL (default: the URL it listens on). */
  baseUrl?: string;
  now?: () => Date;
  limiter?: RateLimiter | null;
  /** Called between the effect of a call and its response. */
  afterWrite?: () => void;
  oauthLimits?: OAuthLimits;
  /** Whether jobs run automatically and calls wait for them. Otherwise, `drainJobs` runs them. */
  isWorking?: boolean;
  /** Port of the zones' name servers. */
  zonePort?: number;
  /** Replaces hosts that a test cannot serve. */
  proofs?: Pick<Outbound, "fetch">;
  /** Networks that the guard allows (default: no private ones). */
  outbound?: Partial<OutboundSettings>;
  /** How drafts are written (default: from the website's own words, without a browser). */
  drafting?: Partial<Pick<DraftPorts, "renderer" | "photographer" | "write" | "improve" | "modelTimeoutMs">> &
    Pick<CrawlPorts, "limits">;
  log?: Logger;
  trustedProxies?: number;
  isProduction?: boolean;
  /** Replaces Slipway's tools. */
  tools?: readonly AnyTool[];
  metricsToken?: string;
  slowDown?: SignInLimiter;
  /** Payment settings (default: simulated payments). */
  shop?: Partial<PaymentConfig>;
  providers?: readonly SignInProvider[];
  /** Delivers queued mail (default: mail stays in the outbox). */
  sendMail?: SendMail;
  teamEmail?: string;
  /** Seller (default: in Germany, with the one-stop shop). */
  seller?: Seller;
  /** VAT register (default: none). */
  vatRegister?: VatRegister;
  /** Scheduled jobs that `drainJobs` runs when they are due (default: none). */
  periodic?: readonly Job[];
}

type Listen = (store: Store, at?: { port?: number; baseUrl?: string; readerNode?: ReaderNode }) => RunningServer;
type Listening = Pick<TestServer, "url" | "stop"> & { server: RunningServer };

function listenAlone(store: Store, listen: Listen, baseUrl?: string): Listening {
  const server = listen(store, { baseUrl });
  return { server, url: `http://localhost:${server.port}`, stop: () => server.stop(1000) };
}

/** Starts a writer and a reader with its own copy. Requests go to the reader. */
async function listenOnNodes(store: Store, log: Logger, listen: Listen, base?: string): Promise<Listening> {
  const copy = await readerStore(store);
  const port = freePort();
  const url = `http://localhost:${port}`;
  const baseUrl = base ?? url;
  const server = listen(store, { baseUrl });
  const writerUrl = `http://127.0.0.1:${server.port}`;
  const node = readerNode(writerUrl, nodeToken(copy.read), { store: copy, log });
  const reader = listen(copy, { port, baseUrl, readerNode: latestForAll(node) });
  return {
    server,
    url,
    async stop() {
      await reader.stop(1000);
      await copy.close();
      await server.stop(1000);
    },
  };
}

/** Adds a cookie to every GET, because a reader waits for the latest data only for signed-in callers. */
const latestForAll = (node: ReaderNode): ReaderNode => ({
  ...node,
  handler(runtime, here) {
    const handle = node.handler(runtime, here);
    return (request) => {
      if (request.method === "GET" && !request.headers.has("cookie")) request.headers.set("cookie", "on=nodes");
      return handle(request);
    };
  },
});

/** Serves on a free loopback port, by default the demo directory at `testNow` without rate limits. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const store = options.store ?? (await demoStore());
  const log = options.log ?? pino({ level: "silent" });
  const now = options.now ?? (() => testNow);
  const teamEmail = options.teamEmail ?? null;
  const guard = { allowNetworks: [], dnsServers: [], userAgent: "slipway-test", ...options.outbound };
  const outbound = createOutbound(guard);
  const shop: PaymentConfig = { ...testPayments, ...options.shop };
  const drafting = {
    outbound,
    renderer: null,
    photographer: null,
    write: writeFromEvidence,
    improve: null,
    modelTimeoutMs: 20_000,
    limits: { pauseMs: 0 },
    now,
    ...options.drafting,
  };
  const seller = options.seller ?? sellerFor("DE oss");
  const vatRegister = options.vatRegister ?? null;
  const parts = {
    log,
    seller,
    recipients: { stripe: true, vies: true, anthropic: true, model: false },
    vatRegister,
    oauthLimits: options.oauthLimits ?? null,
    outbound,
    shop,
    trustedProxies: options.trustedProxies ?? 0,
    isProduction: options.isProduction ?? false,
    metricsToken: options.metricsToken,
    slowDown: options.slowDown ?? null,
    providers: options.providers ?? [],
    teamEmail,
    hasMailbox: !options.isProduction,
    now,
  };
  const policyOf = ({ write }: Store): CallPolicy => ({
    write,
    limiter: options.limiter ?? null,
    checkOutput: "always",
    afterWrite: () => {
      options.afterWrite?.();
      if (options.isWorking) jobs.wake();
    },
    patienceMs: options.isWorking ? 10_000 : 0,
  });
  const listen: Listen = (of, { port = 0, baseUrl, readerNode } = {}) => {
    const nodes = isOfNodes(store) ? nodeToken(of.read) : undefined;
    const at = { host: "127.0.0.1", port, baseUrl };
    return startServer(at, { ...parts, store: of, policy: policyOf(of), nodes }, options.tools, readerNode);
  };
  const { server, url, stop } = isOfNodes(store)
    ? await listenOnNodes(store, log, listen, options.baseUrl)
    : listenAlone(store, listen, options.baseUrl);
  const urlsOf = (site: { host: string | null }) => siteUrls(server.runtime, site);
  const requested = allJobs({
    ...drafting,
    ...outbound,
    ...createDns({ ...guard, zonePort: options.zonePort }),
    ...options.proofs,
    payments: shop.payments,
    vatRegister,
    sendMail: options.sendMail ?? keepInOutbox,
    teamEmail,
    backups: null,
    urlsOf,
    indexNowUrl: "http://127.0.0.1:9",
  }).filter(({ period }) => !period);
  const working = { store, log, now, seller, shop, urlsOf };
  const mailedLinks = startTestJobs({ ...working, jobs: [mailedLinkJob] });
  const jobs = startTestJobs({ ...working, jobs: [...requested, ...(options.periodic ?? [])], teamEmail });
  const tools = options.tools ?? allTools;
  const get = (path: string, init?: RequestInit) => fetch(`${url}/api/v1${path}`, init);
  const as = (bearer?: string): ToolCaller => toolCaller(url, tools, bearer);
  return {
    ...server,
    url,
    store,
    get,
    ...as(),
    as,
    drainJobs: jobs.drain,
    async mails() {
      await mailedLinks.drain();
      return latestMails(store.read, 100);
    },
    async stop() {
      await stop();
      await mailedLinks.stop();
      await jobs.stop();
      await store.close();
    },
  };
}

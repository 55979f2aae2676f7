import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import pino, { type Logger } from "pino";
import type { OAuthLimits } from "../../auth/oauth/attempt-limit.ts";
import type { SlowDown } from "../../auth/slow-down.ts";
import { siteUrls } from "../../bridge/http/runtime.ts";
import { createOutbound, type OutboundSettings } from "../../bridge/outbound/create-outbound.ts";
import { logoFetcher } from "../../bridge/outbound/logo-fetcher.ts";
import { keepInOutbox, mailJob } from "../../bridge/outbound/mail.ts";
import type { OpenIdProvider } from "../../bridge/outbound/openid.ts";
import { type RunningServer, startServer } from "../../bridge/server.ts";
import { badgeLook } from "../../bridge/work/badge-look.ts";
import { mailedLinkJob } from "../../bridge/work/mailed-link-job.ts";
import { latestMails, type Mail } from "../../db/queries/mail.ts";
import { seedDemo } from "../../db/seed/demo.ts";
import { openStore, type Store } from "../../db/store.ts";
import type { AnyTool } from "../../tools/core/define.ts";
import type { PeriodicJob } from "../../tools/core/job.ts";
import { describeTool, structuredOf } from "../../tools/core/mcp.ts";
import type { RateLimiter } from "../../tools/core/rate-limit.ts";
import { tools as allTools } from "../../tools/core/registry.ts";
import { writeFromEvidence } from "../../tools/drafts/extract/write-from-evidence.ts";
import { type DraftWorld, draftJobs } from "../../tools/drafts/jobs.ts";
import { badgeJobs } from "../../tools/owner/jobs.ts";
import { listingLogoJob } from "../../tools/owner/logo-job.ts";
import { requireKnownActions } from "./actions.ts";
import { startTestJobs } from "./jobs.ts";
import { temporary } from "./temporary.ts";

/** The time all tests live in: a Wednesday in the middle of week 2026-W47. */
export const testNow = new Date("2026-11-18T12:00:00.000Z");

let template: Promise<string> | undefined;
let copies = 0;

// Seeding costs a second, copying a file nothing: the demo directory is made once for all suites.
async function makeTemplate(): Promise<string> {
  const path = join(temporary, "template.db");
  const store = openStore(path);
  await seedDemo(store, testNow);
  await store.close();
  return path;
}

/** A store of its own, filled with the demo directory. */
export async function demoStore(): Promise<Store> {
  template ??= makeTemplate();
  const path = join(temporary, `${++copies}.db`);
  await copyFile(await template, path);
  return openStore(path);
}

/** A store of its own with the tables and nothing in them. */
export const emptyStore = (): Store => openStore(join(temporary, `${++copies}.db`));

export interface ToolCaller {
  /** A tool over MCP 2026-07-28. */
  mcp(name: string, input?: Record<string, unknown>): Promise<McpAnswer>;
  /** A tool through REST and MCP; fails unless MCP's answer is REST's, or the brief form of it. */
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** A tool through one of the two, for what changes something; the status of an MCP answer is the one REST would have. */
  over(transport: Transport, name: string, input?: Record<string, unknown>): Promise<Answer>;
}

export const transports = ["REST", "MCP"] as const;
export type Transport = (typeof transports)[number];

export interface TestServer extends RunningServer, ToolCaller {
  url: string;
  store: Store;
  /** GET below `/api/v1`. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The same with an access token or API key. */
  as(bearer: string): ToolCaller;
  /** Runs the jobs that are due. */
  drainJobs(): Promise<void>;
  /** The outbox, newest first, with the mails people have asked for. */
  mails(): Promise<Mail[]>;
}

export interface Answer {
  status: number;
  /** `WWW-Authenticate`, where there is one. */
  challenge: string | null;
  // Tests read answers freely; their shapes are checked against the declared schemas on every call.
  body: any;
}

interface McpAnswer {
  isError: boolean;
  structuredContent: any;
  text: string;
}

interface ServerOptions {
  store?: Store;
  now?: () => Date;
  limiter?: RateLimiter | null;
  /** Called between the effect of a call and its answer. */
  afterWrite?: () => void;
  oauthLimits?: OAuthLimits;
  /** What the guard lets through; nothing private unless said. */
  outbound?: Partial<OutboundSettings>;
  /** How drafts are made; from the site's own words and without a browser unless said. */
  drafting?: Partial<Pick<DraftWorld, "renderer" | "write">>;
  log?: Logger;
  trustedProxies?: number;
  isProduction?: boolean;
  /** Other tools than Slipway's own, to try what none of those does. */
  tools?: readonly AnyTool[];
  metricsToken?: string;
  slowDown?: SlowDown;
  provider?: OpenIdProvider;
  /** Scheduled work that `drainJobs` runs when it is due; none unless said. */
  periodic?: readonly PeriodicJob[];
}

/** Serves on a free loopback port, by default the demo directory at `testNow` without rate limits. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const store = options.store ?? (await demoStore());
  const log = options.log ?? pino({ level: "silent" });
  const now = options.now ?? (() => testNow);
  const outbound = createOutbound({
    allowNetworks: [],
    dnsServers: [],
    userAgent: "slipway-test",
    ...options.outbound,
  });
  const drafting = { outbound, renderer: null, write: writeFromEvidence, now, ...options.drafting };
  const server = startServer(
    { host: "127.0.0.1", port: 0 },
    {
      store,
      log,
      policy: {
        write: store.write,
        limiter: options.limiter ?? null,
        checkOutput: "always",
        afterWrite: options.afterWrite,
      },
      oauthLimits: options.oauthLimits ?? null,
      outbound,
      trustedProxies: options.trustedProxies ?? 0,
      isProduction: options.isProduction ?? false,
      metricsToken: options.metricsToken,
      slowDown: options.slowDown ?? null,
      provider: options.provider ?? null,
      hasMailbox: !options.isProduction,
      now,
    },
    options.tools,
  );
  const urlsOf = (site: { host: string | null }) => siteUrls(server.runtime, site);
  const badges = badgeJobs({ look: badgeLook(drafting), urlsOf });
  const kinds = [
    mailJob(keepInOutbox),
    mailedLinkJob,
    ...draftJobs(drafting),
    listingLogoJob(logoFetcher(outbound)),
    ...badges,
  ];
  const periodic = options.periodic ?? [];
  const mailedLinks = startTestJobs({ store, log, now, urlsOf, kinds: [mailedLinkJob] });
  const jobs = startTestJobs({ store, log, now, urlsOf, kinds, periodic });
  const tools = options.tools ?? allTools;
  const url = `http://localhost:${server.port}`;
  const get = (path: string, init?: RequestInit) => fetch(`${url}/api/v1${path}`, init);
  const as = (bearer?: string): ToolCaller => ({
    mcp: async (name, input = {}) => toolAnswer(await mcpCall(url, name, input, bearer)),
    call: (name, input = {}) => callBoth(url, tools.find((tool) => tool.name === name)!, input, bearer),
    over: (transport, name, input = {}) =>
      (transport === "REST" ? callRest : callMcp)(url, tools.find((tool) => tool.name === name)!, input, bearer),
  });
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
      await server.stop(1000);
      await mailedLinks.stop();
      await jobs.stop();
      await store.close();
    },
  };
}

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "slipway-test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const authorized = (bearer: string | undefined): Record<string, string> =>
  bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };

function mcpCall(url: string, name: string, input: Record<string, unknown>, bearer?: string): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...authorized(bearer),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: input, _meta: modernMeta },
    }),
  });
}

async function toolAnswer(response: Response): Promise<McpAnswer> {
  const { result, error } = (await response.json()) as any;
  if (error) throw new Error(`MCP error ${error.code}: ${error.message}`);
  return {
    isError: result.isError === true,
    structuredContent: result.structuredContent,
    text: result.content[0].text,
  };
}

/** A tool over REST, as its declaration says; `more` goes into the query. */
export function sendTool(
  { url }: { url: string },
  { rest }: AnyTool,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Response> {
  const remaining = { ...input };
  const path = rest.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = remaining[field];
    delete remaining[field];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(more);
  if (rest.method === "GET")
    for (const [field, value] of Object.entries(remaining))
      query.set(field, Array.isArray(value) ? value.join(",") : String(value));
  return fetch(`${url}/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: rest.method,
    headers: { ...(rest.method !== "GET" && { "content-type": "application/json" }), ...headers },
    ...(rest.method !== "GET" && { body: JSON.stringify(remaining) }),
  });
}

async function callRest(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const response = await sendTool({ url }, tool, input, authorized(bearer));
  const challenge = response.headers.get("www-authenticate");
  const body = (await response.json()) as any;
  requireKnownActions(body);
  return { status: response.status, body, challenge };
}

const listedSchemas = new Map<AnyTool, ValidateFunction>();

/** Clients refuse what does not match the output schema that `tools/list` names. */
function requireAsListed(tool: AnyTool, structuredContent: unknown): void {
  const matches =
    listedSchemas.get(tool) ?? new Ajv2020({ allowUnionTypes: true }).compile(describeTool(tool).outputSchema!);
  listedSchemas.set(tool, matches);
  if (!matches(structuredContent))
    throw new Error(`${tool.name} does not match its output schema: ${JSON.stringify(matches.errors)}`);
}

async function callMcp(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const { name, rest } = tool;
  const response = await mcpCall(url, name, input, bearer);
  const challenge = response.headers.get("www-authenticate");
  // A sign-in is asked for by HTTP itself, so that a client's sign-in starts (RFC 6750 section 3).
  if (response.status !== 200) return { status: response.status, body: await response.json(), challenge };
  const { isError, structuredContent } = await toolAnswer(response);
  requireAsListed(tool, structuredContent);
  requireKnownActions(structuredContent);
  return { status: isError ? structuredContent.status : (rest.status ?? 200), body: structuredContent, challenge };
}

async function callBoth(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const rest = await callRest(url, tool, input, bearer);
  const mcp = await callMcp(url, tool, input, bearer);
  const same = ({ status, challenge, body }: Answer) =>
    // A challenge is all there is to compare: what refuses a request before MCP is a protocol error.
    JSON.stringify(challenge ? { status, challenge } : { status, ...body, request_id: 0, instance: 0 });
  const expected = rest.status < 400 ? { ...rest, body: structuredOf(tool, rest.body) } : rest;
  if (same(expected) !== same(mcp))
    throw new Error(`${tool.name}: REST and MCP differ\nREST ${same(expected)}\nMCP ${same(mcp)}`);
  return rest;
}

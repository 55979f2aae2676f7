import type { Logger } from "pino";
import { createOAuthLimits } from "#auth/oauth/attempt-limit.ts";
import { createSignInLimiter } from "#auth/sign-in-limiter.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import type { CallPolicy } from "#tools/core/calls/call.ts";
import type { Quota } from "#tools/core/errors/rate-limit-state.ts";
import { createRateLimiter } from "#tools/core/operations/rate-limit.ts";
import { allTools } from "#tools/registry.ts";
import { runInProcess } from "../backups/jobs.ts";
import { identity } from "../http/mcp/serve-mcp.ts";
import { currentMetrics, reportOf } from "../http/server/health.ts";
import { clientAddress, type Runtime, siteUrls } from "../http/server/runtime.ts";
import { allJobs } from "../jobs/all-jobs.ts";
import { createDrafting, type Drafting } from "../jobs/drafting.ts";
import { type JobRunner, startJobRunner } from "../jobs/runner.ts";
import { type NodeToken, nodeToken } from "../nodes/node-token.ts";
import { readerHandler } from "../nodes/reader.ts";
import { writerLink } from "../nodes/writer-link.ts";
import { createDns, createOutbound, type OutboundSettings } from "../outbound/create-outbound.ts";
import { gitHubProvider } from "../outbound/github.ts";
import { keepInOutbox, smtpSender } from "../outbound/mail.ts";
import { openIdProvider, type SignInProvider } from "../outbound/openid.ts";
import { viesRegister } from "../outbound/vies.ts";
import type { WorkerPool, WorkerPoolMember } from "../processes/worker-pool.ts";
import type { TelemetrySettings } from "../telemetry/otlp.ts";
import { type Config, recipientsOf, sellerOf } from "./config.ts";
import { listenError } from "./listen-error.ts";
import { createLogger } from "./log.ts";
import { databasePath } from "./open-database.ts";
import { paymentConfigOf } from "./payment-config.ts";
import { type ReaderNode, type RunningServer, startServer } from "./server.ts";

const now = () => new Date();

/** How long a response waits for work that usually finishes immediately, such as a DNS lookup. */
const patienceMs = 3000;

/** The composition root of one process. The process serves requests, and runs jobs once `work()` has been called. */
export function serve(config: Config, store: Store, pool?: WorkerPool): WorkerPoolMember & { stop(): Promise<void> } {
  const log = createLogger(config, pool?.number);
  const guard = guardOf(config);
  const outbound = createOutbound(guard);
  const drafting = createDrafting(config, guard, { store, log, outbound, now });
  const telemetry = telemetryOf(config, log, () => currentMetrics(runtime));
  let jobs: JobRunner | undefined;
  let isStopping = false;
  const server = listen(config, { store, log, outbound, pool, afterWrite: () => (jobs ?? pool)?.wake() });
  const { runtime, port } = server;

  return {
    port,
    baseUrl: runtime.baseUrl,
    work() {
      if (!isStopping) void telemetry?.then((loaded) => loaded?.sendMetrics());
      if (!isStopping && store.role === "writer") jobs ??= startJobs(config, runtime, drafting);
    },
    wake: () => jobs?.wake(),
    report: () => reportOf(runtime),
    /** Finishes requests in flight, releases the jobs and closes the database. */
    async stop() {
      isStopping = true;
      await server.stop();
      await jobs?.stop();
      await drafting.close();
      await (await telemetry)?.stop();
      pool?.leave();
      await store.close();
      log.flushNow();
    },
  };
}

/** Loads the libraries only if a collector is configured. If that fails, the server works without it. */
const telemetryOf = (config: Config, log: Logger, metrics: TelemetrySettings["metrics"]) =>
  config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : import("../telemetry/otlp.ts")
        .then(({ startTelemetry }) =>
          startTelemetry({
            endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT!,
            headers: config.OTEL_EXPORTER_OTLP_HEADERS,
            ratio: config.OTEL_TRACES_SAMPLER_ARG,
            version: identity.version,
            log,
            metrics,
          }),
        )
        .catch((error: unknown) => log.error({ err: error }, "telemetry could not be loaded"));

const guardOf = ({ ALLOW_NETWORKS, DNS_SERVERS, BASE_URL }: Config): OutboundSettings => ({
  allowNetworks: ALLOW_NETWORKS,
  dnsServers: DNS_SERVERS,
  userAgent: `SlipwayBot/${identity.version} (+${BASE_URL ?? "http://localhost"}/docs)`,
});

function startJobs(config: Config, runtime: Runtime, drafting: Drafting): JobRunner {
  const { SMTP_URL, MAIL_FROM, STRIPE_SECRET_KEY, isProduction } = config;
  const { log, policy } = runtime;
  if (isProduction && !SMTP_URL) log.warn("SMTP_URL is not set: mail will not be sent");
  if (isProduction && !STRIPE_SECRET_KEY) log.warn("STRIPE_SECRET_KEY is not set: orders cannot be paid");
  const sendMail = SMTP_URL ? smtpSender(SMTP_URL, MAIL_FROM!) : keepInOutbox;
  const urlsOf = (site: Pick<SiteRow, "host">) => siteUrls(runtime, site);
  return startJobRunner({
    ...runtime,
    urlsOf,
    checkOutput: policy.checkOutput,
    jobs: allJobs({
      ...drafting.ports,
      ...drafting.ports.outbound,
      ...createDns(guardOf(config)),
      payments: runtime.shop.payments,
      vatRegister: runtime.vatRegister,
      sendMail,
      teamEmail: runtime.teamEmail,
      backups: {
        everyH: config.BACKUP_EVERY_H,
        database: { path: databasePath(config) },
        make: (signal) => runInProcess("backup", signal),
        emptyLog: runtime.store.emptyLog,
        now,
      },
      writeDumps: (signal) => runInProcess("dump", signal),
      urlsOf,
      indexNowUrl: config.INDEXNOW_URL,
    }),
  });
}

type ListenParts = Pick<Runtime, "store" | "log" | "outbound" | "pool"> & Pick<CallPolicy, "afterWrite">;

function listen(config: Config, { afterWrite, ...parts }: ListenParts): RunningServer {
  const { store, log, pool } = parts;
  const nodes = config.DATABASE_URL ? nodeToken(store.read) : undefined;
  try {
    return startServer(
      { host: config.HOST, port: config.PORT, baseUrl: config.BASE_URL, formerHosts: config.FORMER_HOSTS },
      {
        ...parts,
        policy: {
          write: store.write,
          limiter: config.RATE_LIMITS ? createRateLimiter(undefined, limiterOf(pool, "calls")) : null,
          checkOutput: "sampled",
          afterWrite,
          patienceMs,
        },
        oauthLimits: config.RATE_LIMITS ? createOAuthLimits(undefined, limiterOf(pool, "oauth")) : null,
        slowDown: config.RATE_LIMITS ? createSignInLimiter(undefined, limiterOf(pool, "slow-down")) : null,
        seller: sellerOf(config),
        recipients: recipientsOf(config),
        vatRegister: vatRegisterOf(config, log),
        shop: paymentConfigOf(config, log),
        providers: providersOf(config),
        teamEmail: config.TEAM_EMAIL ?? null,
        hasMailbox: !config.SMTP_URL && !config.isProduction,
        trustedProxies: config.TRUST_PROXY,
        isProduction: config.isProduction,
        metricsToken: config.METRICS_TOKEN,
        nodes,
        now,
      },
      undefined,
      nodes && config.WRITER_URL && store.role === "reader" ? readerNode(config.WRITER_URL, nodes, parts) : undefined,
    );
  } catch (error) {
    throw listenError(config, error);
  }
}

export function readerNode(
  writerUrl: string,
  token: NodeToken,
  { store, log }: Pick<Runtime, "store" | "log">,
): ReaderNode {
  const writer = writerLink(writerUrl, store, token);
  const reads = new Set(allTools.filter(({ effect }) => effect === "read").map(({ name }) => name));
  const isReadTool = (name: string) => reads.has(name);
  return {
    report: writer.report,
    handler(runtime, here) {
      const addressOf = (request: Request) => clientAddress(request, runtime);
      return readerHandler({ writerUrl, writer, token, store, log, isReadTool, addressOf }, here);
    },
  };
}

/** Returns a factory for limiters that all workers share, or undefined in a single process. */
const limiterOf = (pool: WorkerPool | undefined, prefix: string) =>
  pool && ((name: string, quota: Quota) => pool.limiter(`${prefix}:${name}`, quota));

function providersOf(config: Config): SignInProvider[] {
  const clientOf = (clientId?: string, clientSecret?: string) =>
    clientId && clientSecret ? { clientId, clientSecret, now } : null;
  const gitHub = clientOf(config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET);
  const google = clientOf(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET);
  const own = clientOf(config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET);
  const issuer = config.OIDC_ISSUER;
  return [
    ...(gitHub ? [gitHubProvider(gitHub)] : []),
    ...(google
      ? [openIdProvider({ key: "google", label: "Google", issuer: "https://accounts.google.com" }, google)]
      : []),
    ...(own && issuer ? [openIdProvider({ key: "provider", label: new URL(issuer).host, issuer }, own)] : []),
  ];
}

const vatRegisterOf = ({ VIES_URL, SELLER_VAT_ID }: Config, log: Logger) =>
  VIES_URL ? viesRegister({ url: VIES_URL, requester: SELLER_VAT_ID ?? null, log, now }) : null;

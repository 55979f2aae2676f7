import { join } from "node:path";
import type { Logger } from "pino";
import { createOAuthLimits } from "../auth/oauth/attempt-limit.ts";
import { createSlowDown } from "../auth/slow-down.ts";
import { StoreError } from "../db/migrate.ts";
import { openStore, type Store } from "../db/store.ts";
import type { Outbound } from "../tools/core/outbound.ts";
import { createRateLimiter } from "../tools/core/rate-limit.ts";
import { draftJobs } from "../tools/drafts/jobs.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";
import { createDrafting, type Drafting } from "./drafting.ts";
import { identity } from "./http/mcp.ts";
import { type JobRunner, startJobRunner } from "./jobs.ts";
import { createLogger } from "./log.ts";
import { createOutbound, type OutboundSettings } from "./outbound/create-outbound.ts";
import { keepInOutbox, mailJob, smtpSender } from "./outbound/mail.ts";
import { openIdProvider } from "./outbound/openid.ts";
import { periodicJobs } from "./periodic.ts";
import { type RunningServer, startServer } from "./server.ts";

const now = () => new Date();

/** The composition root: configuration, store, jobs, server, and an orderly stop. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const store = open(config);
  const demo = config.SEED === "demo" ? await startDemo(config, store) : null;
  const guard = guardOf(config);
  const outbound = createOutbound(guard);
  const drafting = createDrafting(config, { store, log, outbound, guard, now });
  const server = listen(config, store, log, outbound, () => jobs.wake());
  const jobs = startJobs(config, store, log, drafting);
  console.log(addresses(server.runtime.baseUrl, demo));

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    await jobs.stop();
    await drafting.close();
    await store.close();
    log.flushNow();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Fills a new database with the demo directory; loaded only for that. */
async function startDemo({ isProduction, DATA_DIR }: Config, store: Store): Promise<DemoSignIn | null> {
  const { seedDemo } = await import("../db/seed/demo.ts");
  await seedDemo(store, now());
  if (isProduction) return null;
  const { demoSignIn } = await import("./demo-sign-in.ts");
  return demoSignIn(store, DATA_DIR, now());
}

function open({ DATA_DIR }: Config): Store {
  try {
    return openStore(join(DATA_DIR, "slipway.db"));
  } catch (error) {
    if (error instanceof StoreError) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

const guardOf = ({ ALLOW_NETWORKS, DNS_SERVERS, BASE_URL }: Config): OutboundSettings => ({
  allowNetworks: ALLOW_NETWORKS,
  dnsServers: DNS_SERVERS,
  userAgent: `SlipwayBot/${identity.version} (+${BASE_URL ?? "http://localhost"}/docs)`,
});

function startJobs(config: Config, store: Store, log: Logger, drafting: Drafting): JobRunner {
  const { SMTP_URL, MAIL_FROM, isProduction } = config;
  if (isProduction && !SMTP_URL) log.warn("SMTP_URL is not set: mail is kept and nobody receives it");
  const send = SMTP_URL ? smtpSender(SMTP_URL, MAIL_FROM!) : keepInOutbox;
  return startJobRunner({
    store,
    log,
    now,
    kinds: [mailJob(send), ...draftJobs(drafting.world)],
    periodic: periodicJobs,
  });
}

function listen(config: Config, store: Store, log: Logger, outbound: Outbound, afterWrite: () => void): RunningServer {
  try {
    return startServer(
      { host: config.HOST, port: config.PORT, baseUrl: config.BASE_URL },
      {
        store,
        log,
        policy: {
          write: store.write,
          limiter: config.RATE_LIMITS ? createRateLimiter() : null,
          checkOutput: "sampled",
          afterWrite,
        },
        oauthLimits: config.RATE_LIMITS ? createOAuthLimits() : null,
        slowDown: config.RATE_LIMITS ? createSlowDown() : null,
        outbound,
        provider: providerOf(config),
        hasMailbox: !config.SMTP_URL && !config.isProduction,
        trustedProxies: config.TRUST_PROXY,
        isProduction: config.isProduction,
        metricsToken: config.METRICS_TOKEN,
        now,
      },
    );
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE")
      throw new ConfigError(`PORT: another program listens on port ${config.PORT} already; choose another PORT`);
    throw new ConfigError(`HOST, PORT: cannot listen on ${config.HOST}:${config.PORT} (${(error as Error).message})`);
  }
}

function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return openIdProvider({ issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, now });
}

const addresses = (baseUrl: string, demo: DemoSignIn | null) =>
  [
    "Slipway is ready.",
    `  Pages  ${baseUrl}/`,
    `  API    ${baseUrl}/api/v1`,
    `  Docs   ${baseUrl}/docs`,
    `  MCP    ${baseUrl}/mcp`,
    ...(demo
      ? [`  Demo   ${baseUrl}/sign-in as ${demo.email}, password ${demo.password}`, `         API key ${demo.key}`]
      : []),
  ].join("\n");

try {
  await main(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

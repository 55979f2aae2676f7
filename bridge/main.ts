import { join } from "node:path";
import type { Logger } from "pino";
import { createOAuthLimits } from "../auth/oauth/attempt-limit.ts";
import { createSlowDown } from "../auth/slow-down.ts";
import { StoreError } from "../db/migrate.ts";
import { allSites, type SiteRow } from "../db/queries/sites.ts";
import { lockServer } from "../db/server-lock.ts";
import { publicKeyOf } from "../db/signature.ts";
import { openStore, type Store } from "../db/store.ts";
import { claimJobs } from "../tools/claims/jobs.ts";
import type { Outbound } from "../tools/core/outbound.ts";
import { createRateLimiter } from "../tools/core/rate-limit.ts";
import { draftJobs } from "../tools/drafts/jobs.ts";
import { digestJob } from "../tools/followers/jobs.ts";
import { orderJobs } from "../tools/orders/jobs.ts";
import { badgeJobs } from "../tools/owner/jobs.ts";
import { listingLogoJob } from "../tools/owner/logo-job.ts";
import { type Config, ConfigError, configurationText, readServerConfig, sellerOf } from "./config.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";
import { identity } from "./http/mcp.ts";
import { type Runtime, siteUrls } from "./http/runtime.ts";
import { createLogger } from "./log.ts";
import { createDns, createOutbound, type OutboundSettings } from "./outbound/create-outbound.ts";
import { logoFetcher } from "./outbound/logo-fetcher.ts";
import { keepInOutbox, mailJob, smtpSender } from "./outbound/mail.ts";
import { openIdProvider } from "./outbound/openid.ts";
import { viesRegister } from "./outbound/vies.ts";
import { type RunningServer, startServer } from "./server.ts";
import { shopOf } from "./shop.ts";
import { badgeLook } from "./work/badge-look.ts";
import { createDrafting, type Drafting } from "./work/drafting.ts";
import { mailedLinkJob } from "./work/mailed-link-job.ts";
import { periodicJobs } from "./work/periodic.ts";
import { type JobRunner, startJobRunner } from "./work/runner.ts";
import { vatRatesWatch } from "./work/vat-rates-watch.ts";

const now = () => new Date();

/** How long an answer waits for work that is mostly done at once, such as a look at the DNS. */
const patienceMs = 3000;

/** The composition root: configuration, store, jobs, server, and an orderly stop. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const { store, lock } = open(config);
  if (config.isProduction) await refuseDemo(store);
  const demo = config.SEED === "demo" ? await startDemo(config, store) : null;
  const guard = guardOf(config);
  const outbound = createOutbound(guard);
  const drafting = createDrafting(config, { store, log, outbound, guard, now });
  const server = listen(config, store, log, outbound, () => jobs.wake());
  const jobs = startJobs(config, server.runtime, drafting);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    await jobs.stop();
    await drafting.close();
    await store.close();
    lock.close();
    log.flushNow();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Whoever reads this may stop us at once.
  const isNew = (await allSites(store.read)).length === 0;
  console.log(addresses(server.runtime.baseUrl, demo, isNew));
}

/** Fills a new database with the demo directory; loaded only for that. */
async function startDemo({ isProduction, DATA_DIR }: Config, store: Store): Promise<DemoSignIn | null> {
  const { seedDemo } = await import("../db/seed/demo.ts");
  await seedDemo(store, now());
  if (isProduction) return null;
  const { demoSignIn } = await import("./demo-sign-in.ts");
  return demoSignIn(store, DATA_DIR, now());
}

/** In production: the demo's account and key stand in a file, and may have been shown to anyone. */
async function refuseDemo(store: Store): Promise<void> {
  const { hasDemoSignIn } = await import("./demo-sign-in.ts");
  if (await hasDemoSignIn(store))
    throw new ConfigError(
      "DATA_DIR: its database holds the demo account, which NODE_ENV=production refuses; name another folder, or delete the account: admin user delete founder@demo.test",
    );
}

function open({ DATA_DIR }: Config) {
  try {
    const path = join(DATA_DIR, "slipway.db");
    const lock = lockServer(path);
    const store = openStore(path);
    // The key that ballots are signed with is there, for the operator's backup, before the first week closes.
    publicKeyOf(store.read);
    return { lock, store };
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

function startJobs(config: Config, runtime: Runtime, drafting: Drafting): JobRunner {
  const { SMTP_URL, MAIL_FROM, STRIPE_SECRET_KEY, isProduction } = config;
  const { log, policy } = runtime;
  if (isProduction && !SMTP_URL) log.warn("SMTP_URL is not set: mail is kept and nobody receives it");
  if (isProduction && !STRIPE_SECRET_KEY) log.warn("STRIPE_SECRET_KEY is not set: nothing can be bought");
  const send = SMTP_URL ? smtpSender(SMTP_URL, MAIL_FROM!) : keepInOutbox;
  const urlsOf = (site: Pick<SiteRow, "host">) => siteUrls(runtime, site);
  const badges = badgeJobs({ look: badgeLook(drafting.world), urlsOf });
  const claims = claimJobs({
    ...drafting.world.outbound,
    ...createDns(guardOf(config)),
    renderer: drafting.world.renderer,
    urlsOf,
  });
  return startJobRunner({
    ...runtime,
    urlsOf,
    checkOutput: policy.checkOutput,
    kinds: [
      mailJob(send),
      mailedLinkJob,
      digestJob,
      ...draftJobs(drafting.world),
      listingLogoJob(logoFetcher(drafting.world.outbound)),
      ...badges,
      ...claims,
      ...orderJobs({ payments: runtime.shop.payments, vatRegister: runtime.vatRegister, urlsOf }),
    ],
    periodic: [...periodicJobs, vatRatesWatch({ teamEmail: config.TEAM_EMAIL ?? null, urlsOf })],
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
          patienceMs,
        },
        oauthLimits: config.RATE_LIMITS ? createOAuthLimits() : null,
        slowDown: config.RATE_LIMITS ? createSlowDown() : null,
        outbound,
        seller: sellerOf(config),
        vatRegister: vatRegisterOf(config, log),
        shop: shopOf(config, log),
        provider: providerOf(config),
        teamEmail: config.TEAM_EMAIL ?? null,
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

const vatRegisterOf = ({ VIES_URL, SELLER_VAT_ID }: Config, log: Logger) =>
  VIES_URL ? viesRegister({ url: VIES_URL, requester: SELLER_VAT_ID ?? null, log, now }) : null;

const addresses = (baseUrl: string, demo: DemoSignIn | null, isNew: boolean) =>
  [
    "Slipway is ready.",
    `  Pages  ${baseUrl}/`,
    `  API    ${baseUrl}/api/v1`,
    `  Docs   ${baseUrl}/docs`,
    `  MCP    ${baseUrl}/mcp`,
    ...(demo
      ? [`  Demo   ${baseUrl}/sign-in as ${demo.email}, password ${demo.password}`, `         API key ${demo.key}`]
      : []),
    ...(isNew ? ['  Next   make a site: npx -y bun run admin site create main --name "My directory"'] : []),
  ].join("\n");

const help = `Serves a Slipway directory. It takes no arguments: the environment says how (README.md, "Configuration").

${configurationText()}

Commands for the people who run it: npx -y bun run admin --help`;

const [argument] = process.argv.slice(2);
if (argument === "--help" || argument === "-h") {
  console.log(help);
  process.exit(0);
}
try {
  if (argument !== undefined)
    throw new ConfigError(`there is no argument "${argument}"; the environment says how to serve, see --help`);
  await main(readServerConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

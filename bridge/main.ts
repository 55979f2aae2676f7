import { join } from "node:path";
import { createOAuthLimits } from "../auth/oauth/attempt-limit.ts";
import { createSlowDown } from "../auth/slow-down.ts";
import { isEmpty, seedDemo } from "../db/seed/demo.ts";
import { openStore } from "../db/store.ts";
import { createRateLimiter } from "../tools/core/rate-limit.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type DemoSignIn, demoSignIn } from "./demo-sign-in.ts";
import { identity } from "./http/mcp.ts";
import { startJobRunner } from "./jobs.ts";
import { createLogger } from "./log.ts";
import { createOutbound } from "./outbound/create-outbound.ts";
import { keepInOutbox, mailJob, smtpSender } from "./outbound/mail.ts";
import { openIdProvider } from "./outbound/openid.ts";
import { startServer } from "./server.ts";

/** The composition root: configuration, store, server, and an orderly stop. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const store = openStore(join(config.DATA_DIR, "slipway.db"));
  const now = () => new Date();
  if (config.SEED === "demo" && (await isEmpty(store.read))) await seedDemo(store, now());
  const demo = config.SEED === "demo" && !config.isProduction ? await demoSignIn(store, config.DATA_DIR, now()) : null;
  if (config.isProduction && !config.SMTP_URL) log.warn("SMTP_URL is not set: mail is kept and nobody receives it");
  const send = config.SMTP_URL ? smtpSender(config.SMTP_URL, config.MAIL_FROM!) : keepInOutbox;
  const jobs = startJobRunner({ store, log, now, kinds: [mailJob(send)], periodic: [] });
  const server = startServer(
    { host: config.HOST, port: config.PORT, baseUrl: config.BASE_URL },
    {
      store,
      log,
      policy: { limiter: config.RATE_LIMITS ? createRateLimiter() : null, checkOutput: "sampled" },
      oauthLimits: config.RATE_LIMITS ? createOAuthLimits() : null,
      outbound: createOutbound({
        allowNetworks: config.ALLOW_NETWORKS,
        dnsServers: config.DNS_SERVERS,
        userAgent: `Slipway/${identity.version} (+${config.BASE_URL ?? "http://localhost"}/docs)`,
      }),
      trustedProxies: config.TRUST_PROXY,
      isProduction: config.isProduction,
      metricsToken: config.METRICS_TOKEN,
      slowDown: config.RATE_LIMITS ? createSlowDown() : null,
      provider: providerOf(config, now),
      hasMailbox: !config.SMTP_URL && !config.isProduction,
      now,
    },
  );
  printStart(server.runtime.baseUrl, demo);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    await jobs.stop();
    await store.close();
    log.flushNow();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config, now: () => Date) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return openIdProvider({ issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, now });
}

function printStart(baseUrl: string, demo: DemoSignIn | null): void {
  console.log(`Slipway serves ${baseUrl}`);
  if (!demo) return;
  console.log(`Demo sign-in at ${baseUrl}/sign-in: ${demo.email}, password ${demo.password}`);
  console.log(`Demo API key: ${demo.key}`);
}

try {
  await main(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

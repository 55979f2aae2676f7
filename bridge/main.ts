import { join } from "node:path";
import { createOAuthLimits } from "../auth/oauth/attempt-limit.ts";
import { isEmpty, seedDemo } from "../db/seed/demo.ts";
import { openStore } from "../db/store.ts";
import { createRateLimiter } from "../tools/core/rate-limit.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { identity } from "./http/mcp.ts";
import { createLogger } from "./log.ts";
import { createOutbound } from "./outbound/create-outbound.ts";
import { startServer } from "./server.ts";

/** The composition root: configuration, store, server, and an orderly stop. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const store = openStore(join(config.DATA_DIR, "slipway.db"));
  if (config.SEED === "demo" && (await isEmpty(store.read))) await seedDemo(store, new Date());
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
      now: () => new Date(),
    },
  );
  console.log(`Slipway serves ${server.runtime.baseUrl}`);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    await store.close();
    log.flushNow();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

try {
  await main(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

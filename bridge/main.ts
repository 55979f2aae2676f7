import { join } from "node:path";
import { StoreError } from "../db/migrate.ts";
import { seedDemo } from "../db/seed/demo.ts";
import { openStore, type Store } from "../db/store.ts";
import { createRateLimiter } from "../tools/core/rate-limit.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { type RunningServer, startServer } from "./server.ts";

/** The composition root: configuration, store, server, and an orderly stop. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const store = open(config);
  if (config.SEED === "demo") await seedDemo(store, new Date());
  const server = listen(config, store, log);
  console.log(addresses(server.runtime.baseUrl));

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

function open({ DATA_DIR }: Config): Store {
  try {
    return openStore(join(DATA_DIR, "slipway.db"));
  } catch (error) {
    if (error instanceof StoreError) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

function listen(config: Config, store: Store, log: ReturnType<typeof createLogger>): RunningServer {
  try {
    return startServer(
      { host: config.HOST, port: config.PORT, baseUrl: config.BASE_URL },
      {
        store,
        log,
        policy: { limiter: config.RATE_LIMITS ? createRateLimiter() : null, checkOutput: "sampled" },
        trustedProxies: config.TRUST_PROXY,
        isProduction: config.isProduction,
        metricsToken: config.METRICS_TOKEN,
        now: () => new Date(),
      },
    );
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE")
      throw new ConfigError(`PORT: another program listens on port ${config.PORT} already; choose another PORT`);
    throw new ConfigError(`HOST, PORT: cannot listen on ${config.HOST}:${config.PORT} (${(error as Error).message})`);
  }
}

const addresses = (baseUrl: string) =>
  [
    "Slipway is ready.",
    `  Pages  ${baseUrl}/`,
    `  API    ${baseUrl}/api/v1`,
    `  Docs   ${baseUrl}/docs`,
    `  MCP    ${baseUrl}/mcp`,
  ].join("\n");

try {
  await main(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

import { cannotListen } from "./cannot-listen.ts";
import { type Config, readServerConfig } from "./config.ts";
import { ConfigError } from "./config-checks.ts";
import { configurationText } from "./config-text.ts";
import { createLogger } from "./log.ts";
import { type Directory, openDirectory } from "./open-directory.ts";
import { endInOrder } from "./stopping.ts";

async function main(config: Config): Promise<void> {
  const directory = await openDirectory(config);
  const { serve } = await import("./serve.ts");
  const serving = serve(config, directory.store);
  serving.work();
  endInOrder(async () => {
    await serving.stop();
    directory.lock.close();
  });
  // Whoever reads this line may stop the process immediately, so it comes last.
  console.log(addresses(serving.baseUrl, directory));
}

async function mainOfSeveral(config: Config): Promise<void> {
  const directory = await openDirectory(config);
  requireFreePort(config);
  const log = createLogger(config.LOG_LEVEL);
  const { NoWorker, supervise } = await import("../processes/supervisor.ts");
  const supervisor = await supervise(config.WORKERS, config.PORT, log).catch((error) => {
    if (error instanceof NoWorker) process.exit(1);
    throw error;
  });
  endInOrder(async () => {
    await supervisor.stop();
    await directory.store.close();
    directory.lock.close();
    log.flushNow();
  });
  console.log(addresses(supervisor.baseUrl, directory));
}

/** Workers share the port and would not notice another program on it, so this check takes the port alone. */
function requireFreePort(config: Config): void {
  try {
    Bun.listen({ hostname: config.HOST, port: config.PORT, socket: { data() {} } }).stop(true);
  } catch (error) {
    throw cannotListen(config, error);
  }
}

const addresses = (baseUrl: string, { demo, isNew }: Directory) =>
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
  const config = readServerConfig(process.env);
  await (config.WORKERS > 1 ? mainOfSeveral(config) : main(config));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

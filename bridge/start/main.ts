import { adminCommand } from "./admin-command.ts";
import { type Config, readServerConfig } from "./config.ts";
import { ConfigError } from "./config-checks.ts";
import { configurationText } from "./config-text.ts";
import { onShutdownSignal } from "./graceful-shutdown.ts";
import { listenError } from "./listen-error.ts";
import { createLogger } from "./log.ts";
import { type Directory, openDirectory } from "./open-directory.ts";

async function main(config: Config): Promise<void> {
  const directory = await openDirectory(config);
  const { serve } = await import("./serve.ts");
  const serving = serve(config, directory.store);
  serving.work();
  onShutdownSignal(async () => {
    await serving.stop();
    directory.lock.close();
  });
  // Whoever reads this line may stop the process immediately, so it is printed last.
  console.log(startMessage(serving.baseUrl, directory));
}

async function mainWithWorkers(config: Config): Promise<void> {
  const directory = await openDirectory(config);
  requireFreePort(config);
  const log = createLogger(config.LOG_LEVEL);
  const { supervise, WorkerStartError } = await import("../processes/supervisor.ts");
  const supervisor = await supervise(config.WORKERS, config.PORT, log).catch((error) => {
    if (error instanceof WorkerStartError) process.exit(1);
    throw error;
  });
  onShutdownSignal(async () => {
    await supervisor.stop();
    await directory.store.close();
    directory.lock.close();
    log.flushNow();
  });
  console.log(startMessage(supervisor.baseUrl, directory));
}

/**
 * Workers share the port and would not notice another program that uses it. This check therefore binds the port
 * exclusively.
 */
function requireFreePort(config: Config): void {
  try {
    Bun.listen({ hostname: config.HOST, port: config.PORT, socket: { data() {} } }).stop(true);
  } catch (error) {
    throw listenError(config, error);
  }
}

const startMessage = (baseUrl: string, { demo, isNew }: Directory) =>
  [
    "Slipway is ready.",
    `  Pages  ${baseUrl}/`,
    `  API    ${baseUrl}/api/v1`,
    `  Docs   ${baseUrl}/docs`,
    `  MCP    ${baseUrl}/mcp`,
    ...(demo
      ? [`  Demo   ${baseUrl}/sign-in as ${demo.email}, password ${demo.password}`, `         API key ${demo.key}`]
      : []),
    ...(isNew ? [`  Next   create a site: ${adminCommand} site create main --name "My directory"`] : []),
  ].join("\n");

const help = `Serve a Slipway directory. Configure it with these environment variables:

${configurationText()}

To manage the directory, see: ${adminCommand} --help`;

const [argument] = process.argv.slice(2);
if (argument === "--help" || argument === "-h") {
  console.log(help);
  process.exit(0);
}
try {
  if (argument !== undefined)
    throw new ConfigError(
      `Unknown argument "${argument}". Use environment variables to configure the server; --help lists them.`,
    );
  const config = readServerConfig(process.env);
  await (config.WORKERS > 1 ? mainWithWorkers(config) : main(config));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

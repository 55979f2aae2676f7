import type { Config } from "./config.ts";
import { ConfigError } from "./config-checks.ts";

export function listenError({ HOST, PORT }: Pick<Config, "HOST" | "PORT">, error: unknown): ConfigError {
  const { code, message } = error as Error & { code?: string };
  return code === "EADDRINUSE"
    ? new ConfigError(`PORT: another program is already listening on port ${PORT}; choose another PORT`)
    : new ConfigError(`HOST, PORT: cannot listen on ${HOST}:${PORT} (${message})`);
}

import type * as z from "zod";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { Recipients } from "#tools/site/texts.ts";
import { ConfigError, checkCombinations } from "./config-checks.ts";
import { environmentSchema, loopbackHosts, type Values, variables } from "./config-variables.ts";

export interface Config extends Omit<Values, "BASE_URL" | "SEED"> {
  SEED: "demo" | "none";
  /** Undefined until the port is known, unless the variable is set. */
  BASE_URL?: string;
  isProduction: boolean;
}

/** Reads the configuration and checks what only a server needs. Throws ConfigError. */
export function readServerConfig(environment: Record<string, string | undefined>): Config {
  const config = readConfig(environment);
  if (config.WORKERS > 1 && process.platform !== "linux")
    throw new ConfigError(
      "WORKERS: must be 1 on this system; more workers need Linux, which distributes one port's connections among them",
    );
  // Without DATABASE_URL, the server would start with a new, empty database in DATA_DIR.
  if (config.DATABASE_FILE && !config.DATABASE_URL)
    throw new ConfigError("DATABASE_URL: is required with DATABASE_FILE; set it to the URL of the sqld with that file");
  if (!config.isProduction) return config;
  if (config.BASE_URL === undefined)
    throw new ConfigError(
      "BASE_URL: is required when NODE_ENV=production; set it to the public origin, such as https://directory.example.org",
    );
  const { protocol, hostname } = new URL(config.BASE_URL);
  if (protocol === "http:" && !loopbackHosts.has(hostname))
    throw new ConfigError(
      `BASE_URL: must be https when NODE_ENV=production (it is ${JSON.stringify(config.BASE_URL)}); http is only allowed for loopback`,
    );
  return config;
}

/** Reads and checks the environment. Throws a ConfigError with a one-line message that names the variables. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as absent, as in most .env files.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => faultOf(issue, given)).join("; "));
  const isProduction = parsed.data.NODE_ENV === "production";
  if (isProduction && !parsed.data.RATE_LIMITS)
    throw new ConfigError("RATE_LIMITS: must be on when NODE_ENV=production");
  if (isProduction && parsed.data.ALLOW_NETWORKS.length > 0)
    throw new ConfigError(
      "ALLOW_NETWORKS: must be empty when NODE_ENV=production, where user-supplied URLs must be public",
    );
  checkCombinations(parsed.data, isProduction);
  return { ...parsed.data, SEED: parsed.data.SEED ?? (isProduction ? "none" : "demo"), isProduction };
}

function faultOf(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]) as keyof typeof variables;
  const message = issue.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue.message;
  // A misplaced secret must not appear in a log.
  const value = variables[name].meta()?.isSecret ? "" : ` (it is ${JSON.stringify(given[name])})`;
  return `${name}: ${message}${value}`;
}

export const recipientsOf = (config: Config): Recipients => ({
  stripe: config.STRIPE_SECRET_KEY !== undefined,
  vies: config.VIES_URL !== undefined,
  anthropic: config.ANTHROPIC_API_KEY !== undefined && config.ANTHROPIC_BASE_URL === undefined,
  model: config.ANTHROPIC_BASE_URL !== undefined,
});

export const sellerOf = (config: Config): Seller => ({
  name: config.SELLER_NAME ?? null,
  address: config.SELLER_ADDRESS ?? null,
  contact: config.TEAM_EMAIL ?? `${config.BASE_URL ?? ""}/about`,
  country: config.SELLER_COUNTRY,
  vatId: config.SELLER_VAT_ID ?? null,
  taxNumber: config.SELLER_TAX_NUMBER ?? null,
  vatScheme: config.SELLER_VAT_SCHEME,
});

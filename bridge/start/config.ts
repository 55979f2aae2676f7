import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import { closestMatch } from "#tools/core/text/closest-match.ts";
import type { Recipients } from "#tools/site/texts.ts";
import { ConfigError, combinationFaults, serverFaults } from "./config-checks.ts";
import { type Values, variables } from "./config-variables.ts";

export interface Config extends Omit<Values, "BASE_URL" | "SEED"> {
  SEED: "demo" | "none";
  /** Undefined until the port is known, unless the variable is set. */
  BASE_URL?: string;
  isProduction: boolean;
}

type Environment = Record<string, string | undefined>;

/** Reads the configuration of a server. Throws ConfigError. */
export const readServerConfig = (environment: Environment): Config =>
  withoutFaults(inspectConfig(environment, [combinationFaults, serverFaults]));

/** Reads the configuration of a command. Throws ConfigError. */
export const readConfig = (environment: Environment): Config =>
  withoutFaults(inspectConfig(environment, [combinationFaults]));

function withoutFaults({ config, faults }: ReturnType<typeof inspectConfig>): Config {
  if (faults.length > 0) throw new ConfigError(...faults);
  return config;
}

/** Returns the configuration and its faults, one for each variable. Invalid variables have their defaults. */
export function inspectConfig(environment: Environment, checks: (typeof combinationFaults)[]) {
  const values: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  // An empty variable counts as absent, as in most .env files.
  const given = (name: string) => lookup(environment, name) || undefined;
  const has = (name: string) => given(name) !== undefined;
  for (const [name, schema] of Object.entries(variables) as [keyof Values, z.ZodType][]) {
    const parsed = schema.safeParse(given(name));
    values[name] = parsed.success ? parsed.data : schema.safeParse(undefined).data;
    const [issue] = parsed.error?.issues ?? [];
    if (issue) faults.set(name, faultOf(name, issue, given(name)));
  }
  const parsed = values as unknown as Values;
  for (const fault of checks.flatMap((check) => [...check(parsed, has)])) {
    const [name] = fault.split(":");
    if (!faults.has(name!)) faults.set(name!, fault);
  }
  const isProduction = parsed.NODE_ENV === "production";
  const config: Config = { ...parsed, SEED: parsed.SEED ?? (isProduction ? "none" : "demo"), isProduction };
  return { config, faults: [...faults.values()] };
}

function faultOf(name: keyof Values, issue: z.core.$ZodIssue, given: string | undefined): string {
  const message = issue.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue.message;
  // A misplaced secret must not appear in a log.
  const value = variables[name].meta()?.isSecret ? "" : ` (it is ${JSON.stringify(given)})`;
  return `${name}: ${message}${value}`;
}

/** Returns a line for each unknown variable that is probably misspelt, with the nearest name that Slipway reads. */
export function misspeltVariables(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    // Short names resemble too many others, and Node's installers set NODE_HOME.
    if (name.length < 6 || name === "NODE_HOME" || Object.hasOwn(variables, name)) return [];
    const nearest = closestMatch(name, Object.keys(variables));
    return nearest && nearest.length >= 6 ? `${name}: is unknown and has no effect; did you mean ${nearest}?` : [];
  });
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

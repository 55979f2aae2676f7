import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { isEmailAddress } from "../auth/email-address.ts";

const flag = z.enum(["on", "off"]).transform((value) => value === "on");
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).pathname === "/" && !new URL(value).search, "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

// A name here would have to be looked up to look up names.
function isNameServer(value: string): boolean {
  const [, v6, v4, port = "53"] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(value) ?? [];
  return isIP(v6 ?? v4 ?? value) !== 0 && Number(port) >= 1 && Number(port) <= 65535;
}
const mailFrom = z
  .string()
  .refine(
    (value) => !/[\r\n]/.test(value) && isEmailAddress(/<([^<>]*)>$/.exec(value)?.[1] ?? value),
    'must be an address such as "Slipway <hello@example.org>"',
  );
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Every variable of the environment, its check and default; the README's table is made from the descriptions. */
export const variables = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("development")
    .describe("production turns off what is only for trying things out"),
  PORT: integer(0, 65535).default(3000).describe("Port to listen on; 0 takes a free one"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  BASE_URL: origin.optional().describe("Public origin, for links and tokens (default http://localhost:PORT)"),
  DATA_DIR: z.string().min(1).default("./data").describe("Folder of the database"),
  SEED: z
    .enum(["demo", "none"])
    .optional()
    .describe("What a new database starts with: demo, or none (the default in production)"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least level that is logged"),
  RATE_LIMITS: flag.default(true).describe("on or off; off is refused in production"),
  TRUST_PROXY: integer(0, 10).default(0).describe("Reverse proxies in front whose X-Forwarded-For is believed"),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("Bearer token that opens /metrics to callers that are not on loopback"),
  ALLOW_NETWORKS: list
    .refine((networks) => networks.every(ipaddr.isValidCIDR), "must be a list of networks such as 127.0.0.0/8")
    .default([])
    .describe("Networks that requests to user-given addresses may reach, on any port; refused in production"),
  DNS_SERVERS: list
    .refine((servers) => servers.every(isNameServer), "must be a list of IP addresses, each with or without :port")
    .default([])
    .describe("Name servers for user-given addresses, such as 9.9.9.9 or [2620:fe::fe]:53 (default the system's)"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("Mail server (smtp://user:password@host:587); without it mail is kept and shown at /dev/mailbox"),
  MAIL_FROM: mailFrom.optional().describe("Sender of mails; needed with SMTP_URL"),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("OpenID provider people may sign in through"),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("Our client id at that provider"),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe("Our client secret at that provider"),
});

export interface Config extends Omit<z.output<typeof variables>, "BASE_URL" | "SEED"> {
  SEED: "demo" | "none";
  /** Set explicitly, or undefined until the port is known. */
  BASE_URL?: string;
  isProduction: boolean;
}

/** A start that cannot go on; the message names the variable. */
export class ConfigError extends Error {}

// Values that must not end up in a log.
const secret = /SECRET|TOKEN|SMTP_URL/;

/** Reads and checks the environment once. Throws ConfigError with one line that names what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as absent, as in most .env files.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue!.path[0]);
    throw new ConfigError(`${name}: ${issue!.message}${secret.test(name) ? "" : ` (it is "${given[name] ?? ""}")`}`);
  }
  const isProduction = parsed.data.NODE_ENV === "production";
  if (isProduction && !parsed.data.RATE_LIMITS)
    throw new ConfigError("RATE_LIMITS: off is refused when NODE_ENV=production");
  if (isProduction && parsed.data.ALLOW_NETWORKS.length > 0)
    throw new ConfigError("ALLOW_NETWORKS: refused when NODE_ENV=production, where users' addresses must be public");
  checkTogether(parsed.data, isProduction);
  return { ...parsed.data, SEED: parsed.data.SEED ?? (isProduction ? "none" : "demo"), isProduction };
}

function checkTogether(values: z.output<typeof variables>, isProduction: boolean): void {
  if (values.SMTP_URL && !values.MAIL_FROM) throw new ConfigError("MAIL_FROM: is needed with SMTP_URL");
  const provider = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = provider.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < provider.length)
    throw new ConfigError(`${missing[0]}: is needed with ${provider.find((name) => values[name] !== undefined)}`);
  const issuer = values.OIDC_ISSUER ? new URL(values.OIDC_ISSUER) : null;
  if (issuer?.protocol === "http:" && (isProduction || !loopbackHosts.has(issuer.hostname)))
    throw new ConfigError("OIDC_ISSUER: must be https; http is only for a provider on loopback, outside production");
}

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { isEmailAddress } from "../auth/email-address.ts";
import { type Seller, vatSchemes } from "../tools/core/seller.ts";
import { readCountry } from "../tools/orders/vat/countries.ts";
import { isMemberState } from "../tools/orders/vat/rates.ts";
import { prefixesOf, vatIdForm } from "../tools/orders/vat/vat-id-forms.ts";

const flag = z
  .enum(["on", "off"])
  .transform((value) => value === "on")
  .meta({ values: "on, off" });
const integer = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).meta({ values: values.join(", ") });
const nonBlank = z.string().refine((value) => value.trim() !== "", { message: "must not be blank" });
const origin = z
  .string()
  .refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    },
    { message: "must be an http or https origin without a path, such as https://example.org" },
  )
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

/** Every variable of the environment with its check, default and meaning; the README's table is made from it. */
const variables = {
  NODE_ENV: choice(["production", "development", "test"])
    .default("development")
    .describe("`production` turns off what is only for trying things out"),
  PORT: integer(0, 65_535).default(3000).describe("Port to listen on; 0 takes a free one"),
  HOST: nonBlank.default("127.0.0.1").describe("Address to listen on"),
  BASE_URL: origin
    .optional()
    .meta({ fallback: "`http://localhost:PORT`" })
    .describe("Public origin, for links and tokens; in production needed, and `https` unless on loopback"),
  WORKERS: integer(1, 64)
    .default(1)
    .describe("Processes that serve together, at most one for each core; more than 1 needs Linux"),
  DATA_DIR: nonBlank.default("./data").describe("Folder of the database"),
  DATABASE_URL: z
    .url({ protocol: /^(?:https?|wss?)$/, error: "must be an address such as http://127.0.0.1:8080" })
    .optional()
    .describe("Address of this machine's `sqld`, which then keeps the database and copies it to other nodes"),
  DATABASE_TOKEN: z.string().min(1).optional().meta({ isSecret: true }).describe("Token that `sqld` asks for"),
  DATABASE_FILE: nonBlank.optional().describe("Data file of that `sqld`, `dbs/default/data` in its folder"),
  NODE_ROLE: choice(["writer", "reader"])
    .default("writer")
    .describe(
      "With `DATABASE_URL`: the one node that writes and does the jobs, or one that reads and passes writes on",
    ),
  WRITER_URL: origin
    .optional()
    .describe(
      "Where the other nodes reach the writer, the same on all; a writer that finds another one there does not start",
    ),
  SEED: choice(["demo", "none"])
    .optional()
    .meta({ fallback: "`demo`; in production `none`" })
    .describe("What a new database starts with"),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least level that is logged"),
  RATE_LIMITS: flag.default(true).meta({ fallback: "`on`" }).describe("Rate limits; `off` is refused in production"),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe("Number of reverse proxies in front whose `X-Forwarded-For` is believed"),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .meta({ isSecret: true })
    .describe("Bearer token that opens `/metrics` to callers that are not on loopback"),
  ALLOW_NETWORKS: list
    .refine((networks) => networks.every(ipaddr.isValidCIDR), "must be a list of networks such as 127.0.0.0/8")
    .default([])
    .meta({ fallback: "none" })
    .describe("Networks that requests to user-given addresses may reach, on any port; refused in production"),
  DNS_SERVERS: list
    .refine((servers) => servers.every(isNameServer), "must be a list of IP addresses, each with or without :port")
    .default([])
    .meta({ fallback: "the system's" })
    .describe("Name servers for user-given addresses, such as `9.9.9.9` or `[2620:fe::fe]:53`"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@host:587" })
    .optional()
    .meta({ isSecret: true })
    .describe("Mail server (`smtp://user:password@host:587`); without it mail is kept and shown at `/dev/mailbox`"),
  MAIL_FROM: mailFrom.optional().describe("Sender of mails; needed with `SMTP_URL`"),
  TEAM_EMAIL: z
    .string()
    .refine(isEmailAddress, "must be one mail address such as team@example.org")
    .optional()
    .describe(
      "Where the people who run the sites are told of edits, before and after, at most once an hour, and of VAT rates that are out of date",
    ),
  ANTHROPIC_API_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ isSecret: true })
    .describe("Key of Claude, which then improves drafts; without it they stay in the site's own words"),
  ANTHROPIC_BASE_URL: origin.optional().meta({ fallback: "the SDK's" }).describe("Where Claude is asked"),
  ANTHROPIC_MODEL: nonBlank.default("claude-haiku-5-5").describe("Which Claude is asked"),
  ANTHROPIC_TOKENS_PER_DAY: integer(0, 1_000_000_000)
    .default(2_000_000)
    .describe("Most tokens, in and out, spent on Claude in a UTC day; after that drafts are written without it"),
  CHROMIUM_PATH: nonBlank
    .optional()
    .meta({ fallback: "the usual places" })
    .describe("Chromium or Chrome, for sites that are empty without scripts and for pictures of home pages"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, "must be a secret key of Stripe, such as sk_live_…")
    .optional()
    .meta({ isSecret: true })
    .describe("Key of Stripe, which then takes payments; without it they are only played, in production not taken"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be the signing secret of a webhook endpoint of Stripe, such as whsec_…")
    .optional()
    .meta({ isSecret: true })
    .describe("Signs what Stripe sends to `/webhooks/stripe`; needed with `STRIPE_SECRET_KEY`"),
  STRIPE_API_BASE: origin.optional().meta({ fallback: "Stripe's" }).describe("Where Stripe is asked"),
  ORDER_CEILING_PER_DAY: integer(0, 1_000_000_000)
    .optional()
    .describe(
      "Euro cents, before VAT, that one API key or connected app may order for its account in a UTC day; above it the owner confirms the order in the browser before it can be paid. `0`: every such order",
    ),
  SELLER_NAME: nonBlank.optional().describe("Who sells, as invoices name them"),
  SELLER_ADDRESS: nonBlank.optional().describe("Postal address of the seller, parted by commas"),
  SELLER_COUNTRY: z
    .string()
    .refine((value) => readCountry(value) === value, "must be a country of ISO 3166-1, such as DE")
    .default("DE")
    .describe("Country of the seller; a member state of the EU, or any with `SELLER_VAT_SCHEME=exempt`"),
  SELLER_VAT_ID: z
    .string()
    .transform((value) => value.toUpperCase().replace(/[\s.-]/g, ""))
    .optional()
    .describe("VAT id of the seller; with it confirmations of buyers' ids have a consultation number"),
  SELLER_TAX_NUMBER: nonBlank
    .optional()
    .describe("Tax number of the seller in its own country, for invoices; needed there by who has no VAT id"),
  SELLER_VAT_SCHEME: choice(vatSchemes)
    .default("oss")
    .describe(
      "VAT for consumers elsewhere in the EU: `oss` their country's; `domestic` the seller's, below 10,000 euros a year; `exempt` none for anyone, for a small seller or one from outside the EU",
    ),
  VIES_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an address such as https://ec.europa.eu/taxation_customs/vies/rest-api",
    })
    .optional()
    .describe(
      "Where buyers' VAT ids are confirmed (`https://ec.europa.eu/taxation_customs/vies/rest-api`); without it they are not, and businesses elsewhere in the EU pay VAT",
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be the address of an OpenID provider" })
    .optional()
    .describe("OpenID provider people may sign in through"),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("Our client id at that provider"),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .meta({ isSecret: true })
    .describe("Our client secret at that provider"),
};

const environmentSchema = z.object(variables);

export interface Config extends Omit<z.output<typeof environmentSchema>, "BASE_URL" | "SEED"> {
  SEED: "demo" | "none";
  /** Set explicitly, or undefined until the port is known. */
  BASE_URL?: string;
  isProduction: boolean;
}

/** A start that cannot go on; the message names the variable. */
export class ConfigError extends Error {}

/** `readConfig` with what only a server needs: several processes on Linux; in production, where the public finds it. */
export function readServerConfig(environment: Record<string, string | undefined>): Config {
  const config = readConfig(environment);
  if (config.WORKERS > 1 && process.platform !== "linux")
    throw new ConfigError("WORKERS: more than 1 needs Linux, whose kernel spreads the connections of one port");
  if (!config.isProduction) return config;
  if (config.BASE_URL === undefined)
    throw new ConfigError(
      "BASE_URL: is needed when NODE_ENV=production; set it to the public origin, such as https://directory.example.org",
    );
  const { protocol, hostname } = new URL(config.BASE_URL);
  if (protocol === "http:" && !loopbackHosts.has(hostname))
    throw new ConfigError(
      `BASE_URL: must be https when NODE_ENV=production (it is ${JSON.stringify(config.BASE_URL)}); http is only for loopback`,
    );
  return config;
}

/** Reads and checks the environment once. Throws ConfigError with one line that names what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as absent, as in most .env files.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => faultOf(issue, given)).join("; "));
  const isProduction = parsed.data.NODE_ENV === "production";
  if (isProduction && !parsed.data.RATE_LIMITS)
    throw new ConfigError("RATE_LIMITS: off is refused when NODE_ENV=production");
  if (isProduction && parsed.data.ALLOW_NETWORKS.length > 0)
    throw new ConfigError("ALLOW_NETWORKS: refused when NODE_ENV=production, where users' addresses must be public");
  checkTogether(parsed.data, isProduction);
  return { ...parsed.data, SEED: parsed.data.SEED ?? (isProduction ? "none" : "demo"), isProduction };
}

function faultOf(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]) as keyof typeof variables;
  const message = issue.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue.message;
  // What was meant as a secret must not end up in a log.
  const value = variables[name].meta()?.isSecret ? "" : ` (it is ${JSON.stringify(given[name])})`;
  return `${name}: ${message}${value}`;
}

/** Every variable with its default and meaning, in Markdown. */
const documented = () =>
  Object.entries(variables).map(([name, schema]) => {
    const { description, fallback } = schema.meta() as { description: string; fallback?: string };
    return { name, fallback: fallback ?? defaultOf(schema), meaning: `${description}${valuesOf(schema)}` };
  });

/** All variables as `--help` shows them. */
export function configurationText(): string {
  const rows = documented();
  const width = Math.max(...rows.map(({ name }) => name.length));
  const plain = (text: string) => text.replaceAll("`", "");
  return rows
    .map(({ name, fallback, meaning }) => `  ${name.padEnd(width)}  ${plain(meaning)} [${plain(fallback)}]`)
    .join("\n");
}

/** The table of all variables for the README, in Markdown. */
export function configurationTable(): string {
  const rows = documented().map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

const defaultOf = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault ? `\`${(schema as z.ZodDefault).parse(undefined)}\`` : "none";

function valuesOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const values = (inner as z.ZodType).meta()?.values as string | undefined;
  return values ? ` (\`${values.replaceAll(", ", "`, `")}\`)` : "";
}

/** Who sells, as the environment says. */
export const sellerOf = (config: Config): Seller => ({
  name: config.SELLER_NAME ?? null,
  address: config.SELLER_ADDRESS ?? null,
  country: config.SELLER_COUNTRY,
  vatId: config.SELLER_VAT_ID ?? null,
  taxNumber: config.SELLER_TAX_NUMBER ?? null,
  vatScheme: config.SELLER_VAT_SCHEME,
});

function checkSeller({ SELLER_COUNTRY: country, SELLER_VAT_ID: vatId, SELLER_VAT_SCHEME: scheme }: Values): void {
  if (scheme !== "exempt" && !isMemberState(country))
    throw new ConfigError(
      `SELLER_COUNTRY: must be a member state of the EU unless SELLER_VAT_SCHEME is exempt (it is ${JSON.stringify(country)})`,
    );
  const prefix = prefixesOf(country)[0]!;
  const form = vatIdForm(prefix);
  if (vatId === undefined || form === undefined) return;
  if (!vatId.startsWith(prefix) || !form.form.test(vatId.slice(prefix.length)))
    throw new ConfigError(
      `SELLER_VAT_ID: must be ${prefix} followed by ${form.words} for SELLER_COUNTRY ${country} (it is ${JSON.stringify(vatId)})`,
    );
}

type Values = z.output<typeof environmentSchema>;

function checkNode({ DATABASE_URL, DATABASE_FILE, NODE_ROLE, WRITER_URL, WORKERS }: Values): void {
  if (DATABASE_URL && !DATABASE_FILE) throw new ConfigError("DATABASE_FILE: is needed with DATABASE_URL");
  if (NODE_ROLE === "reader" && !DATABASE_URL) throw new ConfigError("DATABASE_URL: is needed with NODE_ROLE=reader");
  if (NODE_ROLE === "reader" && !WRITER_URL) throw new ConfigError("WRITER_URL: is needed with NODE_ROLE=reader");
  // Several streams that write make sqld hang.
  if (DATABASE_URL && WORKERS > 1)
    throw new ConfigError("WORKERS: must be 1 with DATABASE_URL; start more nodes with NODE_ROLE=reader");
}

function checkTogether(values: Values, isProduction: boolean): void {
  checkSeller(values);
  // Without these no invoice can be written.
  for (const name of ["STRIPE_WEBHOOK_SECRET", "SELLER_NAME", "SELLER_ADDRESS"] as const)
    if (values.STRIPE_SECRET_KEY && !values[name]) throw new ConfigError(`${name}: is needed with STRIPE_SECRET_KEY`);
  checkNode(values);
  if (values.SMTP_URL && !values.MAIL_FROM) throw new ConfigError("MAIL_FROM: is needed with SMTP_URL");
  const provider = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = provider.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < provider.length)
    throw new ConfigError(`${missing[0]}: is needed with ${provider.find((name) => values[name] !== undefined)}`);
  const issuer = values.OIDC_ISSUER ? new URL(values.OIDC_ISSUER) : null;
  if (issuer?.protocol === "http:" && (isProduction || !loopbackHosts.has(issuer.hostname)))
    throw new ConfigError("OIDC_ISSUER: must be https; http is only for a provider on loopback, outside production");
}

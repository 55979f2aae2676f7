import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { isEmailAddress } from "#auth/email-address.ts";
import { vatSchemes } from "#tools/core/ports/seller.ts";
import { readCountry } from "#tools/orders/vat/countries.ts";

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

// Name servers must be IP addresses: a name would itself need a name server.
function isNameServer(value: string): boolean {
  const [, v6, v4, port = "53"] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(value) ?? [];
  return isIP(v6 ?? v4 ?? value) !== 0 && Number(port) >= 1 && Number(port) <= 65535;
}
/** A value that is safe in a request header. A secret with a line break or a typographic quote would never match. */
const headerValue = z.string().regex(/^[!-~]+$/, "must be printable ASCII without spaces");
const mailFrom = z
  .string()
  .refine(
    (value) => !/[\r\n]/.test(value) && isEmailAddress(/<([^<>]*)>$/.exec(value)?.[1] ?? value),
    'must be an email address such as "Slipway <hello@example.org>"',
  );
/** Pairs as in W3C Baggage, whose decoded values are printable ASCII. */
const headerPairs = /^(?:(?:^|,) *[\w.-]+=(?:[!-$&-+\--~]|%(?:[2-6][\da-f]|7[\da-e]))*)+$/i;
const decodedPair = (pair: string) => /^ *(.+?)=(.*)$/.exec(pair)!.slice(1).map(decodeURIComponent);
export const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * All environment variables with their checks, defaults and meanings. The table in docs/configuration.md is generated
 * from this object.
 */
export const variables = {
  NODE_ENV: choice(["production", "development", "test"])
    .default("development")
    .describe("`production` turns off everything that is only for development and demos"),
  PORT: integer(0, 65_535).default(3000).describe("Port to listen on; 0 chooses a free one"),
  HOST: nonBlank.default("127.0.0.1").describe("IP address or host name to listen on"),
  BASE_URL: origin
    .optional()
    .meta({ fallback: "`http://localhost:PORT`" })
    .describe("Public origin for links and tokens; required in production, where it must be `https` or loopback"),
  FORMER_HOSTS: list
    .refine(
      (hosts) => hosts.every((host) => URL.parse(`http://${host}`)?.hostname === host),
      "must be a list of host names such as old.example.org, without http:// and port",
    )
    .default([])
    .meta({ fallback: "none" })
    .describe("Host names that redirect to `BASE_URL`, such as that of an earlier `BASE_URL`"),
  WORKERS: integer(1, 64)
    .default(1)
    .describe("Number of worker processes, at most one per core; more than 1 needs Linux"),
  DATA_DIR: nonBlank.default("./data").describe("Folder of the database"),
  DATABASE_URL: z
    .url({ protocol: /^(?:https?|wss?)$/, error: "must be a URL such as http://127.0.0.1:8080" })
    .optional()
    .describe(
      "URL of `sqld` (libSQL's database server) on this machine; `sqld` then stores the database and copies it to other nodes",
    ),
  DATABASE_TOKEN: headerValue.optional().meta({ isSecret: true }).describe("Token for `sqld`"),
  DATABASE_FILE: nonBlank.optional().describe("Data file of `sqld`: `dbs/default/data` in its folder"),
  NODE_ROLE: choice(["writer", "reader"])
    .default("writer")
    .describe("With `DATABASE_URL`: `writer` for the one node that writes and runs jobs, `reader` for the other nodes"),
  WRITER_URL: origin
    .optional()
    .describe(
      "URL of the writer, the same on every node; while a writer responds there, no other node starts as a writer",
    ),
  SEED: choice(["demo", "none"])
    .optional()
    .meta({ fallback: "`demo`, or `none` in production" })
    .describe("What a new database contains"),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Lowest level to log"),
  LOG_FORMAT: choice(["json", "pretty"])
    .default("json")
    .describe("Format of the log: one JSON object per line for programs, or `pretty` for people"),
  RATE_LIMITS: flag
    .default(true)
    .meta({ fallback: "`on`" })
    .describe("Whether rate limits apply; `off` is refused in production"),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe("Number of reverse proxies in front of the server whose `X-Forwarded-For` is trusted"),
  METRICS_TOKEN: headerValue
    .min(16, "must have at least 16 characters")
    .optional()
    .meta({ isSecret: true })
    .describe(
      "Bearer token for `/metrics`, of at least 16 characters; without it, only loopback addresses can read the metrics",
    ),
  ALLOW_NETWORKS: list
    .refine((networks) => networks.every(ipaddr.isValidCIDR), "must be a list of networks such as 127.0.0.0/8")
    .default([])
    .meta({ fallback: "none" })
    .describe("Networks that requests to user-supplied URLs may reach on any port; not allowed in production"),
  DNS_SERVERS: list
    .refine((servers) => servers.every(isNameServer), "must be a list of IP addresses, each with or without :port")
    .default([])
    .meta({ fallback: "the system's" })
    .describe("Name servers for user-supplied host names, such as `9.9.9.9` or `[2620:fe::fe]:53`"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, hostname: /./, error: "must be an http or https URL such as http://localhost:4318" })
    .optional()
    .describe(
      "URL of an OpenTelemetry collector; `/v1/traces` and `/v1/metrics` get traces and metrics over HTTP; without it, nothing is sent",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(headerPairs, "must be a list such as name=value,other=value")
    .transform((value): Record<string, string> => Object.fromEntries(value.split(",").map(decodedPair)))
    .default({})
    .meta({ isSecret: true, fallback: "none" })
    .describe("Headers for the collector: `name=value` pairs, separated by commas and percent-encoded"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), "must be a number from 0 to 1 such as 0.01")
    .transform(Number)
    .default(0.01)
    .describe("Share of requests and jobs that are traced; 0 turns traces off"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: "must be a URL such as smtp://user:password@host:587" })
    .optional()
    .meta({ isSecret: true })
    .describe(
      "Mail server (`smtp://user:password@host:587`); without it, mail is stored but not sent (outside production, `/dev/mailbox` shows it)",
    ),
  MAIL_FROM: mailFrom.optional().describe("Sender of mail; required with `SMTP_URL`"),
  TEAM_EMAIL: z
    .string()
    .refine(isEmailAddress, "must be one email address such as team@example.org")
    .optional()
    .describe(
      "The team's email address, for notices of events such as owners' edits (at most one email an hour) and outdated VAT rates; `/contact`, invoices and the default legal pages show it",
    ),
  BACKUP_EVERY_H: integer(0, 168).default(0).describe("Hours between the backups that the server makes; 0 makes none"),
  BACKUP_KEEP_DAYS: integer(1, 3650)
    .default(14)
    .describe(
      "Days after which old backups are deleted, once a newer one has been checked; the latest three always stay",
    ),
  BACKUP_TO: nonBlank
    .refine(
      (value) => !/^\w+:/.test(value) || /^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/|$)/.test(value),
      "must be a folder or an S3 URL such as s3://bucket/prefix",
    )
    .optional()
    .describe("Folder or S3 URL (`s3://bucket/prefix`) for backups, used by this directory only"),
  BACKUP_PASSPHRASE: headerValue
    .min(16, "must have at least 16 characters")
    .optional()
    .meta({ isSecret: true })
    .describe("Passphrase that encrypts backups in the age format; without it, backups are not encrypted"),
  S3_ENDPOINT: origin.optional().meta({ fallback: "Amazon's" }).describe("Origin of the S3-compatible storage"),
  S3_REGION: nonBlank.default("us-east-1").describe("Region of the bucket"),
  S3_ACCESS_KEY_ID: headerValue.optional().describe("Key ID for the storage; required if `BACKUP_TO` is an S3 URL"),
  S3_SECRET_ACCESS_KEY: headerValue.optional().meta({ isSecret: true }).describe("Secret of that key"),
  ANTHROPIC_API_KEY: headerValue
    .optional()
    .meta({ isSecret: true })
    .describe(
      "API key for the language model that improves drafts; if neither this nor `ANTHROPIC_BASE_URL` is set, drafts use the website's own words",
    ),
  ANTHROPIC_BASE_URL: origin
    .optional()
    .meta({ fallback: "Claude's" })
    .describe("Origin of the Claude API or of a server with a compatible API, which may need no key"),
  ANTHROPIC_MODEL: nonBlank.default("claude-haiku-5-5").describe("Name of the language model"),
  ANTHROPIC_TIMEOUT_S: integer(1, 300)
    .default(20)
    .describe(
      "Seconds that the model may take for a draft, at most 300; after that, the draft uses the website's own words; 120 suits local models",
    ),
  ANTHROPIC_TOKENS_PER_DAY: integer(0, 1_000_000_000)
    .default(2_000_000)
    .describe(
      "Limit on the model's input and output tokens per UTC day; beyond it, drafts are written without the model",
    ),
  CHROMIUM_PATH: nonBlank
    .optional()
    .meta({ fallback: "the usual places" })
    .describe("Path of Chromium or Chrome, for websites that need scripts and for screenshots of home pages"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, "must be a Stripe secret key such as sk_live_…")
    .optional()
    .meta({ isSecret: true })
    .describe(
      "Stripe's secret key, for payments; it requires `STRIPE_WEBHOOK_SECRET`, `SELLER_NAME`, `SELLER_ADDRESS` and, in the EU, `SELLER_VAT_ID` or `SELLER_TAX_NUMBER`; without it, payments are simulated outside production and impossible in production",
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be the signing secret of a Stripe webhook endpoint, such as whsec_…")
    .optional()
    .meta({ isSecret: true })
    .describe("Signing secret for the Stripe webhook at `/webhooks/stripe`; required with `STRIPE_SECRET_KEY`"),
  STRIPE_API_BASE: origin.optional().meta({ fallback: "Stripe's" }).describe("Origin of the Stripe API"),
  ORDER_CEILING_PER_DAY: integer(0, 1_000_000_000)
    .optional()
    .describe(
      "Limit in euro cents, before VAT, on what one API key or app may order per UTC day; orders beyond it need the user's approval (with `0`, every order)",
    ),
  SELLER_NAME: nonBlank
    .optional()
    .describe(
      "Name of the seller on invoices, and of the operator on the default legal pages; required with `STRIPE_SECRET_KEY`",
    ),
  SELLER_ADDRESS: nonBlank
    .optional()
    .describe("Postal address of the seller, with its lines separated by commas; required with `STRIPE_SECRET_KEY`"),
  SELLER_COUNTRY: z
    .string()
    .refine((value) => readCountry(value) === value, "must be an ISO 3166-1 country code such as DE")
    .default("DE")
    .describe("Country of the seller: an EU member state, or any country with `SELLER_VAT_SCHEME=exempt`"),
  SELLER_VAT_ID: z
    .string()
    .transform((value) => value.toUpperCase().replace(/[\s.-]/g, ""))
    .optional()
    .describe("The seller's VAT ID; with it, checks of buyers' VAT IDs return a consultation number"),
  SELLER_TAX_NUMBER: nonBlank
    .optional()
    .describe(
      "The seller's national tax number, for invoices; with `STRIPE_SECRET_KEY`, required for sellers in the EU who have no VAT ID",
    ),
  SELLER_VAT_SCHEME: choice(vatSchemes)
    .default("oss")
    .describe(
      "VAT for consumers in other EU countries. `oss`: the rate of their country. `domestic`: the rate of the seller's country, for sales below 10,000 euros a year. `exempt`: no VAT, for small sellers or sellers outside the EU",
    ),
  VIES_URL: z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://ec.europa.eu/taxation_customs/vies/rest-api" })
    .optional()
    .describe(
      "URL of the service that checks VAT IDs (`https://ec.europa.eu/taxation_customs/vies/rest-api`); without it, VAT IDs are not checked and businesses in other EU countries pay VAT",
    ),
  INDEXNOW_URL: z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://api.indexnow.org/indexnow" })
    .default("https://api.indexnow.org/indexnow")
    .describe("URL that receives changed pages of sites with the setting `indexnow.notified`"),
  GITHUB_CLIENT_ID: nonBlank.optional().describe("Client ID of an OAuth app at GitHub, for sign-in with GitHub"),
  GITHUB_CLIENT_SECRET: nonBlank.optional().meta({ isSecret: true }).describe("Client secret of that app"),
  GOOGLE_CLIENT_ID: nonBlank.optional().describe("Client ID of a web application at Google, for sign-in with Google"),
  GOOGLE_CLIENT_SECRET: nonBlank.optional().meta({ isSecret: true }).describe("Client secret of that application"),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be the URL of an OpenID provider" })
    .optional()
    .describe("URL of the OpenID provider for sign-in"),
  OIDC_CLIENT_ID: nonBlank.optional().describe("Client ID at that provider"),
  OIDC_CLIENT_SECRET: nonBlank.optional().meta({ isSecret: true }).describe("Client secret at that provider"),
};

export type Values = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]> };

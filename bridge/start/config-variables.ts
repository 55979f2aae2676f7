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
/** A value that fits in a request header. A secret with a line break or a typographic quote would never match. */
const headerValue = z.string().regex(/^[!-~]+$/, "must be printable ASCII without spaces");
const mailFrom = z
  .string()
  .refine(
    (value) => !/[\r\n]/.test(value) && isEmailAddress(/<([^<>]*)>$/.exec(value)?.[1] ?? value),
    'must be an address such as "Slipway <hello@example.org>"',
  );
export const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** All environment variables with check, default and meaning. The README's table is generated from it. */
export const variables = {
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
  DATABASE_TOKEN: headerValue.optional().meta({ isSecret: true }).describe("Token that `sqld` asks for"),
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
  METRICS_TOKEN: headerValue
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
    .url({ protocol: /^smtps?$/, hostname: /./, error: "must be an address such as smtp://user:password@host:587" })
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
  ANTHROPIC_API_KEY: headerValue
    .optional()
    .meta({ isSecret: true })
    .describe("Key of Claude, which then improves drafts; without it they stay in the site's own words"),
  ANTHROPIC_BASE_URL: origin.optional().meta({ fallback: "the SDK's" }).describe("Where Claude is asked"),
  ANTHROPIC_MODEL: nonBlank.default("claude-haiku-5-5").describe("Which Claude is asked"),
  ANTHROPIC_TIMEOUT_S: integer(1, 300)
    .default(20)
    .describe("Seconds that Claude has to write a draft, 300 at most; after that the draft keeps the site's own words"),
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
      "Euro cents, before VAT, that one API key or connected app may order for its account in a UTC day; above it the call waits for the approval of the user. `0`: every such order",
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
  OIDC_CLIENT_ID: nonBlank.optional().describe("Our client id at that provider"),
  OIDC_CLIENT_SECRET: nonBlank.optional().meta({ isSecret: true }).describe("Our client secret at that provider"),
};

export const environmentSchema = z.object(variables);

export type Values = z.output<typeof environmentSchema>;

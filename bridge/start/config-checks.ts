import { isMemberState } from "#tools/orders/vat/rates.ts";
import { prefixesOf, vatIdForm } from "#tools/orders/vat/vat-id-forms.ts";
import { loopbackHosts, type Values } from "./config-variables.ts";

/** An invalid configuration. The message has one line for each fault, which names the variable and the fix. */
export class ConfigError extends Error {
  constructor(...faults: string[]) {
    super(faults.join("\n"));
  }
}

type IsGiven = (name: keyof Values) => boolean;

const found = (value: unknown) => `(it is ${JSON.stringify(value)})`;

function* sellerFaults(values: Values, has: IsGiven): Generator<string> {
  const { SELLER_COUNTRY: country, SELLER_VAT_ID: vatId, SELLER_VAT_SCHEME: scheme } = values;
  if (scheme !== "exempt" && !isMemberState(country))
    yield `SELLER_COUNTRY: must be an EU member state unless SELLER_VAT_SCHEME is exempt ${found(country)}`;
  const prefix = prefixesOf(country)[0]!;
  const form = vatIdForm(prefix);
  if (vatId !== undefined && form && (!vatId.startsWith(prefix) || !form.form.test(vatId.slice(prefix.length))))
    yield `SELLER_VAT_ID: must be ${prefix} followed by ${form.words} for SELLER_COUNTRY ${country} ${found(vatId)}`;
  // Invoices must show a number of the seller. Sellers outside the EU may have none.
  if (has("STRIPE_SECRET_KEY") && isMemberState(country) && !has("SELLER_VAT_ID") && !has("SELLER_TAX_NUMBER"))
    yield "SELLER_TAX_NUMBER: is required with STRIPE_SECRET_KEY unless SELLER_VAT_ID is set; set one of them";
}

/** Variables that the last one requires. */
const required: (keyof Values)[][] = [
  // Payments need the webhook's secret, and invoices need the seller's name and address.
  ["STRIPE_WEBHOOK_SECRET", "SELLER_NAME", "SELLER_ADDRESS", "STRIPE_SECRET_KEY"],
  ["DATABASE_FILE", "DATABASE_URL"],
  ["MAIL_FROM", "SMTP_URL"],
];

const providers = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
] as const;

/** Checks variables that depend on each other. A variable with an invalid value has its default in `values`. */
export function* combinationFaults(values: Values, has: IsGiven): Generator<string> {
  const isProduction = values.NODE_ENV === "production";
  if (isProduction && !values.RATE_LIMITS) yield "RATE_LIMITS: must be on when NODE_ENV=production";
  if (isProduction && values.ALLOW_NETWORKS.length > 0)
    yield "ALLOW_NETWORKS: must be empty when NODE_ENV=production, where user-supplied URLs must be public";
  if (values.BASE_URL && values.FORMER_HOSTS.includes(new URL(values.BASE_URL).hostname))
    yield "FORMER_HOSTS: must not contain the host of BASE_URL, to which they redirect";
  const missing = (names: readonly (keyof Values)[], by: string) =>
    names.filter((name) => !has(name)).map((name) => `${name}: is required with ${by}`);
  for (const names of required) if (has(names.at(-1)!)) yield* missing(names, names.at(-1)!);
  yield* sellerFaults(values, has);
  if (values.NODE_ROLE === "reader") yield* missing(["DATABASE_URL", "WRITER_URL"], "NODE_ROLE=reader");
  // sqld hangs if several streams write at the same time.
  if (has("DATABASE_URL") && values.WORKERS > 1)
    yield "WORKERS: must be 1 with DATABASE_URL; instead, start more nodes with NODE_ROLE=reader";
  if (values.BACKUP_EVERY_H > 0 && !has("BACKUP_TO"))
    yield "BACKUP_TO: is required with BACKUP_EVERY_H; set it to a folder or to s3://bucket/prefix";
  if (values.BACKUP_TO?.startsWith("s3:"))
    yield* missing(["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], "an S3 URL in BACKUP_TO");
  for (const provider of providers) {
    const given = provider.find(has);
    if (given) yield* missing(provider, given);
  }
  const issuer = values.OIDC_ISSUER ? new URL(values.OIDC_ISSUER) : null;
  if (issuer?.protocol === "http:" && (isProduction || !loopbackHosts.has(issuer.hostname)))
    yield "OIDC_ISSUER: must be https; http is only allowed for a provider on loopback, outside production";
}

/** Checks what only a server needs. */
export function* serverFaults(values: Values, has: IsGiven): Generator<string> {
  if (values.WORKERS > 1 && process.platform !== "linux")
    yield "WORKERS: must be 1 on this system; more workers need Linux, which distributes one port's connections among them";
  // Without DATABASE_URL, the server would start with a new, empty database in DATA_DIR.
  if (has("DATABASE_FILE") && !has("DATABASE_URL"))
    yield "DATABASE_URL: is required with DATABASE_FILE; set it to the URL of the sqld with that file";
  if (values.NODE_ENV !== "production") return;
  const { BASE_URL } = values;
  if (!has("BASE_URL"))
    yield "BASE_URL: is required when NODE_ENV=production; set it to the public origin, such as https://directory.example.org";
  if (BASE_URL?.startsWith("http:") && !loopbackHosts.has(new URL(BASE_URL).hostname))
    yield `BASE_URL: must be https when NODE_ENV=production ${found(BASE_URL)}; http is only allowed for loopback`;
}

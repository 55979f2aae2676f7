import { isMemberState } from "#tools/orders/vat/rates.ts";
import { prefixesOf, vatIdForm } from "#tools/orders/vat/vat-id-forms.ts";
import { loopbackHosts, type Values } from "./config-variables.ts";

/** An invalid configuration. The message names the variable. */
export class ConfigError extends Error {}

function checkSeller({ SELLER_COUNTRY: country, SELLER_VAT_ID: vatId, SELLER_VAT_SCHEME: scheme }: Values): void {
  if (scheme !== "exempt" && !isMemberState(country))
    throw new ConfigError(
      `SELLER_COUNTRY: must be an EU member state unless SELLER_VAT_SCHEME is exempt (it is ${JSON.stringify(country)})`,
    );
  const prefix = prefixesOf(country)[0]!;
  const form = vatIdForm(prefix);
  if (vatId === undefined || form === undefined) return;
  if (!vatId.startsWith(prefix) || !form.form.test(vatId.slice(prefix.length)))
    throw new ConfigError(
      `SELLER_VAT_ID: must be ${prefix} followed by ${form.words} for SELLER_COUNTRY ${country} (it is ${JSON.stringify(vatId)})`,
    );
}

function checkNode({ DATABASE_URL, DATABASE_FILE, NODE_ROLE, WRITER_URL, WORKERS }: Values): void {
  if (DATABASE_URL && !DATABASE_FILE) throw new ConfigError("DATABASE_FILE: is required with DATABASE_URL");
  if (NODE_ROLE === "reader" && !DATABASE_URL) throw new ConfigError("DATABASE_URL: is required with NODE_ROLE=reader");
  if (NODE_ROLE === "reader" && !WRITER_URL) throw new ConfigError("WRITER_URL: is required with NODE_ROLE=reader");
  // sqld hangs if several streams write at the same time.
  if (DATABASE_URL && WORKERS > 1)
    throw new ConfigError("WORKERS: must be 1 with DATABASE_URL; instead, start more nodes with NODE_ROLE=reader");
}

const providers = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
] as const;

/** Checks variables that depend on each other. Throws ConfigError. */
export function checkCombinations(values: Values, isProduction: boolean): void {
  checkSeller(values);
  // Payments need the webhook's secret, and invoices need the seller's name and address.
  for (const name of ["STRIPE_WEBHOOK_SECRET", "SELLER_NAME", "SELLER_ADDRESS"] as const)
    if (values.STRIPE_SECRET_KEY && !values[name]) throw new ConfigError(`${name}: is required with STRIPE_SECRET_KEY`);
  checkNode(values);
  if (values.BACKUP_EVERY_H > 0 && !values.BACKUP_TO)
    throw new ConfigError("BACKUP_TO: is required with BACKUP_EVERY_H; set it to a folder or to s3://bucket/prefix");
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    if (values.BACKUP_TO?.startsWith("s3:") && !values[name])
      throw new ConfigError(`${name}: is required if BACKUP_TO is an S3 URL`);
  if (values.SMTP_URL && !values.MAIL_FROM) throw new ConfigError("MAIL_FROM: is required with SMTP_URL");
  for (const provider of providers) {
    const missing = provider.filter((name) => values[name] === undefined);
    if (missing.length > 0 && missing.length < provider.length)
      throw new ConfigError(`${missing[0]}: is required with ${provider.find((name) => values[name] !== undefined)}`);
  }
  const issuer = values.OIDC_ISSUER ? new URL(values.OIDC_ISSUER) : null;
  if (issuer?.protocol === "http:" && (isProduction || !loopbackHosts.has(issuer.hostname)))
    throw new ConfigError(
      "OIDC_ISSUER: must be https; http is only allowed for a provider on loopback, outside production",
    );
}

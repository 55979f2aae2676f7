/** A table or a column that `export all` leaves out. Secrets are in the file of `--with-secrets`. */
export interface LeftOut {
  table: string;
  /** Without columns, the whole table is left out. */
  columns?: readonly string[];
  why: string;
  isSecret?: true;
  /** Nothing is lost, because every directory makes its own. */
  isDerived?: true;
}

const secrets: LeftOut[] = [
  { table: "accounts", columns: ["password_hash"], why: "passwords; people sign in by emailed link" },
  { table: "passkeys", why: "passkeys; people sign in by emailed link and add new ones" },
  { table: "api_keys", why: "API keys; people make new ones" },
  { table: "oauth_clients", why: "connected apps; people connect them again" },
  { table: "oauth_grants", why: "connected apps; people connect them again" },
  { table: "oauth_tokens", why: "tokens of connected apps; people connect them again" },
  { table: "approval_requests", columns: ["answer"], why: "responses of approved calls, which can contain links" },
  { table: "claims", columns: ["link_hash"], why: "links of claims by email; owners ask for a new email" },
  { table: "draft_invites", columns: ["token_hash"], why: "links of invitations; owners invite again" },
  { table: "webhooks", why: "webhooks, whose URLs and secrets are encrypted; people add them again" },
  { table: "orders", columns: ["link_secret"], why: "payment links; buyers order again" },
];

const transient: LeftOut[] = [
  { table: "sessions", why: "sign-ins" },
  { table: "email_links", why: "sign-ins by email" },
  { table: "spent_challenges", why: "sign-ins by passkey" },
  { table: "oauth_codes", why: "sign-ins of apps" },
  { table: "jobs", why: "jobs; let the server finish them first" },
  { table: "mails", why: "sent and waiting emails, which are encrypted with the key of this directory" },
  { table: "decision_undos", why: "decisions that can be undone for a few minutes, with their waiting emails" },
  { table: "idempotency_keys", why: "stored responses for repeated calls" },
  { table: "webhook_events", why: "events of the last 30 days for webhooks" },
  { table: "webhook_deliveries", why: "events of the last 30 days for webhooks" },
  { table: "model_usage", why: "rate limits of the language model" },
];

const derived: LeftOut[] = [
  { table: "job_totals", why: "counts of jobs" },
  { table: "listing_search", why: "search index" },
  { table: "listing_words", why: "search index" },
  { table: "founder_search", why: "search index" },
  { table: "listings", columns: ["search_key"], why: "search index" },
  { table: "listing_cards", why: "stored cards" },
  // The import continues the entries and their `seq` in a new epoch.
  { table: "feed_state", columns: ["epoch"], why: "epoch of the change feed" },
  { table: "replication", why: "position of this machine's copy" },
  { table: "__drizzle_migrations", why: "migrations" },
];

export const leftOut: readonly LeftOut[] = [
  ...secrets.map((one) => ({ ...one, isSecret: true as const })),
  ...transient,
  ...derived.map((one) => ({ ...one, isDerived: true as const })),
];

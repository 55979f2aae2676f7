import { publicEvents, type WebhookEvent } from "./vocabulary.ts";
import { deliveryDelaysMs } from "./webhooks.ts";

const listOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/**
 * Condition on an endpoint `w` that may get an event: the site, the only account of the event, or owners of the listing.
 * `e` is the name of the event's row.
 */
export const mayGet = (e: string) => `(w.account_id IS NULL
    OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = w.account_id AND a.suspended_at IS NULL) AND (
      w.account_id = ${e}.account_id
      OR ${e}.account_id IS NULL AND EXISTS (
        SELECT 1 FROM company_owners o WHERE o.account_id = w.account_id
          AND (o.read_only_since IS NULL OR ${e}.type IN (${listOf(publicEvents)}))
          AND (o.company_id = ${e}.company_id OR ${e}.type = 'week.closed' AND EXISTS (
            SELECT 1 FROM listings l WHERE l.company_id = o.company_id AND l.site_id = ${e}.site_id
              AND l.launch_week = ${e}.name AND l.status = 'live')))))`;

/** Statement that adds a delivery for each endpoint that asked for the event and does not have one yet. */
export const addDeliveries = (e: string, { from = "webhooks w", where = "" } = {}) =>
  `INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT w.id, ${e}.id FROM ${from} WHERE ${where}w.site_id = ${e}.site_id AND w.status <> 'disabled'
      AND EXISTS (SELECT 1 FROM json_each(w.events) t WHERE t.value = ${e}.type) AND ${mayGet(e)}
    ON CONFLICT DO NOTHING`;

const job = (kind: string, row: { lane: string; at: string; attempts: number }) =>
  `INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
    VALUES ('${kind}', '${kind}:' || new.id, json_object('id', new.id), ${row.lane}, ${row.at}, ${row.attempts}, ${row.at})`;

interface Event {
  on: string;
  when?: string;
  type: WebhookEvent;
  at: string;
  site?: string;
  /** The id of the listing. Its company and slug are read from it. */
  listing?: string;
  /** Values of other columns. */
  more?: Record<string, string>;
}

/** Statement that stores an event if the site has an endpoint. */
function store({ type, at, site = "l.site_id", listing, more = {} }: Event): string {
  const columns = {
    key: "'msg_' || lower(hex(randomblob(16)))",
    at,
    type: `'${type}'`,
    site_id: site,
    ...(listing && { company_id: "l.company_id", listing_id: "l.id", name: "l.slug" }),
    ...more,
  };
  return `INSERT INTO webhook_events (${Object.keys(columns).join(", ")})
    SELECT ${Object.values(columns).join(", ")}${listing ? ` FROM listings l WHERE l.id = ${listing} AND` : " WHERE"}
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = ${site})`;
}

const trigger = (event: Event): string =>
  `${event.on}${event.when ? ` WHEN ${event.when}` : ""} BEGIN\n  ${store(event)};\nEND`;

const now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
const listing = { listing: "new.id", more: { status: "new.status", version: "new.version" } };
const statusOf = (values: Omit<Event, "at" | "on">) =>
  trigger({ on: "AFTER UPDATE OF status ON listings", at: "new.status_changed_at", ...listing, ...values });
const claim = (type: WebhookEvent, when: string) =>
  trigger({
    on: "AFTER UPDATE OF status ON claims",
    when: `old.status <> new.status AND new.is_test = 0 AND ${when}`,
    type,
    at: `ifnull(new.checked_at, ${now})`,
    listing: "new.listing_id",
    more: { record_id: "new.id", status: "new.status" },
  });
const order = (type: WebhookEvent, on: string, when: string, at: string) =>
  trigger({
    on: `AFTER UPDATE OF ${on} ON orders`,
    when: `${when} AND new.is_test = 0 AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id)`,
    type,
    at,
    site: "new.site_id",
    more: { account_id: "new.account_id", record_id: "new.id", status: "new.status" },
  });

/** The event, the table and the statements of each trigger, by name. An event exists exactly if its change was committed. */
export const webhookTriggers: readonly (readonly [name: string, rest: string])[] = [
  [
    "webhook_events_insert",
    `AFTER INSERT ON webhook_events BEGIN
  ${addDeliveries("new")};
  ${job("announce-event", { lane: "NULL", at: "new.at", attempts: 8 })};
END`,
  ],
  [
    "webhook_deliveries_insert",
    `AFTER INSERT ON webhook_deliveries BEGIN
  ${job("deliver-webhook", {
    lane: "'webhook:' || new.webhook_id",
    at: "(SELECT at FROM webhook_events WHERE id = new.event_id)",
    attempts: deliveryDelaysMs.length + 1,
  })};
END`,
  ],
  [
    "listings_webhook_submitted",
    trigger({
      on: "AFTER INSERT ON listings",
      when: "new.status <> 'live'",
      type: "listing.submitted",
      at: "new.created_at",
      ...listing,
    }),
  ],
  ["listings_webhook_live", statusOf({ when: "new.status = 'live' AND old.status <> 'live'", type: "listing.live" })],
  [
    "listings_webhook_removed",
    statusOf({ when: "old.status = 'live' AND new.status <> 'live'", type: "listing.removed" }),
  ],
  [
    "listings_webhook_blocked",
    statusOf({
      when: "new.status IN ('suspended', 'rejected') AND old.status <> new.status",
      type: "listing.blocked",
    }),
  ],
  [
    "listings_webhook_changed",
    trigger({
      on: "AFTER UPDATE OF version ON listings",
      when: "new.version > old.version AND old.status = 'live' AND new.status = 'live'",
      type: "listing.changed",
      at: "new.updated_at",
      ...listing,
    }),
  ],
  [
    "listings_webhook_deleted",
    trigger({
      on: "BEFORE DELETE ON listings",
      when: "old.status = 'live'",
      type: "listing.removed",
      at: now,
      listing: "old.id",
      more: { status: "'deleted'", version: "old.version" },
    }),
  ],
  [
    "listing_updates_webhook",
    trigger({
      on: "AFTER INSERT ON listing_updates",
      when: "EXISTS (SELECT 1 FROM listings WHERE id = new.listing_id AND status = 'live')",
      type: "update.posted",
      at: "new.created_at",
      listing: "new.listing_id",
      more: { record_id: "new.id", status: "l.status" },
    }),
  ],
  ["claims_webhook_verified", claim("claim.verified", "new.status = 'verified'")],
  ["claims_webhook_revoked", claim("claim.revoked", "old.status = 'verified'")],
  [
    "orders_webhook_paid",
    order("order.paid", "paid_at", "old.paid_at IS NULL AND new.paid_at IS NOT NULL", "new.paid_at"),
  ],
  [
    "orders_webhook_refunded",
    order(
      "order.refunded",
      "status",
      "old.status <> 'refunded' AND new.status = 'refunded'",
      `ifnull(new.ended_at, ${now})`,
    ),
  ],
  [
    "ballot_snapshots_webhook",
    trigger({
      on: "AFTER INSERT ON ballot_snapshots",
      type: "week.closed",
      at: "new.created_at",
      site: "new.site_id",
      more: { name: "new.week", status: "'closed'" },
    }),
  ],
  [
    "approval_requests_webhook",
    trigger({
      on: "AFTER INSERT ON approval_requests",
      type: "approval.requested",
      at: "new.created_at",
      site: "new.site_id",
      more: { account_id: "new.account_id", record_id: "new.id", status: "'waiting'" },
    }),
  ],
];

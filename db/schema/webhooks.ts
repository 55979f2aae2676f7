import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, jsonArray, oneOf, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import { deliveryStates, type WebhookEvent, webhookEvents, webhookFormats, webhookStatuses } from "./vocabulary.ts";

/** Endpoints that get events. The URL and the secrets are sealed (db/keys/sealed-text.ts). */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: deletedWith("site_id", () => sites.id),
    /** Null for an endpoint of the site, which gets the events of all listings. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** Names the endpoint in sealed texts, before the row has an id. */
    key: text("key").notNull().unique(),
    url: text("url").notNull(),
    /** The part of the URL that reveals no secret. */
    shownUrl: text("shown_url").notNull(),
    format: text("format", { enum: webhookFormats }).notNull(),
    /** Null for Slack and Discord, where the URL is the secret. */
    secret: text("secret"),
    /** The secret before the rotation. Until `formerUntil`, each request has a signature with both. */
    formerSecret: text("former_secret"),
    formerUntil: timestamp("former_until"),
    events: jsonArray<WebhookEvent>("events"),
    status: text("status", { enum: webhookStatuses }).notNull().default("active"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    index("webhooks_owner").on(table.siteId, table.accountId),
    index("webhooks_account").on(table.accountId).where(sql`${table.accountId} IS NOT NULL`),
    check("webhooks_format", oneOf("format", webhookFormats)),
    check("webhooks_status", oneOf("status", webhookStatuses)),
    check("webhooks_secret", sql`(${table.format} = 'standard') = (${table.secret} IS NOT NULL)`),
  ],
);

/** Events, without any text of their records, for 30 days. Triggers write them (db/schema/webhook-triggers.ts). */
export const webhookLog = sqliteTable(
  "webhook_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The `webhook-id` of all requests with this event. */
    key: text("key").notNull().unique(),
    at: timestamp("at").notNull(),
    /** One of `webhookEvents`, or `webhook.test`. */
    type: text("type").notNull(),
    siteId: deletedWith("site_id", () => sites.id),
    /** The only account that gets the event, besides the site. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    companyId: integer("company_id"),
    listingId: integer("listing_id"),
    /** The id of an update, claim, order or approval request. */
    recordId: integer("record_id"),
    /** The listing's slug, or the week. */
    name: text("name"),
    status: text("status"),
    version: integer("version"),
  },
  (table) => [
    index("webhook_events_age").on(table.at),
    index("webhook_events_account").on(table.accountId).where(sql`${table.accountId} IS NOT NULL`),
    check("webhook_events_type", oneOf("type", [...webhookEvents, "webhook.test"])),
  ],
);

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhookId: deletedWith("webhook_id", () => webhooks.id),
    eventId: deletedWith("event_id", () => webhookLog.id),
    state: text("state", { enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** The time of the last attempt. */
    sentAt: timestamp("sent_at"),
    /** The HTTP status and the start of the response, or the reason why there is no response. */
    httpStatus: integer("http_status"),
    response: text("response"),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_event").on(table.webhookId, table.eventId),
    index("webhook_deliveries_of_event").on(table.eventId),
    index("webhook_deliveries_sent").on(table.webhookId, table.sentAt),
    check("webhook_deliveries_state", oneOf("state", deliveryStates)),
  ],
);

/** The delays between the attempts at a delivery, in milliseconds. */
export const deliveryDelaysMs = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000] as const;

import type { DeliveryState, WebhookEvent } from "../../schema/vocabulary.ts";
import { addDeliveries, mayGet } from "../../schema/webhook-triggers.ts";
import { preparedSql, type Tx } from "../../store/store.ts";

export interface EventRow {
  id: number;
  key: string;
  at: string;
  type: WebhookEvent | "webhook.test";
  siteId: number;
  listingId: number | null;
  recordId: number | null;
  name: string | null;
  status: string | null;
  version: number | null;
}

export interface Delivery extends EventRow {
  webhookId: number;
  state: DeliveryState;
  /** False if the receiver may no longer get the event. */
  isAllowed: boolean;
}

/** A delivery with its event. A deletion took the owners with the listing, so they were read with the event. */
export const deliveryById = preparedSql<Delivery, [id: number]>(
  `SELECT e.id, e.key, e.at, e.type, e.site_id AS siteId, e.listing_id AS listingId, e.record_id AS recordId, e.name,
    e.status, e.version, d.webhook_id AS webhookId, d.state,
    e.type = 'webhook.test' OR e.status = 'deleted' OR ${mayGet("e")} AS isAllowed
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.id = ?`,
  { isAllowed: Boolean },
).get;

/** Adds deliveries for endpoints whose owner got access in the same transaction, after the event. */
export const announceEvent = preparedSql<never, [id: number]>(
  addDeliveries("e", { from: "webhook_events e JOIN webhooks w", where: "e.id = ?1 AND " }),
).run;

const sentSince = preparedSql<{ sentAt: string }, [webhookId: number, since: Date, position: number]>(
  `SELECT sent_at AS sentAt FROM webhook_deliveries WHERE webhook_id = ? AND sent_at > ?
  ORDER BY sent_at DESC LIMIT 1 OFFSET ?`,
);
/** The time of the attempt at a position before the last one, or null if there were fewer attempts since then. */
export const attemptBefore = sentSince.valueOrNull;

export const noteAttempt = preparedSql<
  never,
  [id: number, state: DeliveryState, now: Date, httpStatus: number | null, response: string]
>(`UPDATE webhook_deliveries SET state = ?2, attempts = attempts + 1, sent_at = ?3, http_status = ?4, response = ?5
  WHERE id = ?1`).run;

export const setDeliveryState = preparedSql<never, [id: number, state: DeliveryState]>(
  "UPDATE webhook_deliveries SET state = ?2 WHERE id = ?1",
).run;

export interface LoggedDelivery {
  id: number;
  type: EventRow["type"];
  key: string;
  at: string;
  name: string | null;
  state: DeliveryState;
  attempts: number;
  sentAt: string | null;
  httpStatus: number | null;
  response: string | null;
}

export const deliveriesOf = preparedSql<LoggedDelivery, [webhookId: number, before: number, limit: number]>(
  `SELECT d.id, e.type, e.key, e.at, e.name, d.state, d.attempts, d.sent_at AS sentAt, d.http_status AS httpStatus,
    d.response FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
  WHERE d.webhook_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?`,
).all;

const insertTest = preparedSql<{ id: number }, [key: string, now: Date, siteId: number]>(
  "INSERT INTO webhook_events (key, at, type, site_id, status) VALUES (?, ?, 'webhook.test', ?, 'test') RETURNING id",
).value;
const insertDelivery = preparedSql<{ id: number }, [webhookId: number, eventId: number]>(
  "INSERT INTO webhook_deliveries (webhook_id, event_id) VALUES (?, ?) RETURNING id",
).value;

/** Queues an event that only tests an endpoint. Returns the id of its delivery. */
export async function addTest(tx: Tx, { id, siteId }: { id: number; siteId: number }, now: Date): Promise<number> {
  const eventId = await insertTest(tx, `msg_${crypto.randomUUID().replaceAll("-", "")}`, now, siteId);
  return (await insertDelivery(tx, id, eventId!))!;
}

export const pruneWebhookEvents = preparedSql<never, [before: Date]>("DELETE FROM webhook_events WHERE at < ?").run;

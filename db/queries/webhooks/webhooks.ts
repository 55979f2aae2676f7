import { openText, sealText } from "../../keys/sealed-text.ts";
import type { WebhookEvent, WebhookFormat, WebhookStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

/** `accountId` is null for the endpoints of the site. */
export interface WebhookOwner {
  siteId: number;
  accountId: number | null;
}

export interface WebhookRow extends WebhookOwner {
  id: number;
  shownUrl: string;
  format: WebhookFormat;
  events: WebhookEvent[];
  status: WebhookStatus;
  formerUntil: string | null;
  createdAt: string;
}

const columns = `id, site_id AS siteId, account_id AS accountId, shown_url AS shownUrl, format, events, status,
  former_until AS formerUntil, created_at AS createdAt`;
const readers = { events: JSON.parse };

const ofOwner = preparedSql<WebhookRow, [siteId: number, accountId: number | null]>(
  `SELECT ${columns} FROM webhooks WHERE site_id = ?1 AND account_id IS ?2 ORDER BY id`,
  readers,
);
export const webhooksOf = (db: Db, { siteId, accountId }: WebhookOwner) => ofOwner.all(db, siteId, accountId);

export const webhooksOfAccount = preparedSql<WebhookRow & { site: string }, [accountId: number]>(
  `SELECT w.*, s.key AS site FROM (SELECT ${columns} FROM webhooks WHERE account_id = ?) w
  JOIN sites s ON s.id = w.siteId ORDER BY w.id`,
  readers,
).all;

export const webhookById = preparedSql<WebhookRow, [id: number]>(
  `SELECT ${columns} FROM webhooks WHERE id = ?`,
  readers,
).get;

interface Sealed {
  key: string;
  url: string;
  secret: string | null;
  formerSecret: string | null;
  formerUntil: string | null;
}
const sealedQuery = preparedSql<Sealed, [id: number]>(
  "SELECT key, url, secret, former_secret AS formerSecret, former_until AS formerUntil FROM webhooks WHERE id = ?",
);

export interface OpenedWebhook {
  url: string;
  /** The valid secrets, the current one first. */
  secrets: string[];
}

/** Returns null if the key that sealed the texts is lost. */
export async function openWebhook(db: Db, id: number, now: Date): Promise<OpenedWebhook | null> {
  const { key, ...sealed } = (await sealedQuery.get(db, id))!;
  const isFormerValid = sealed.formerUntil !== null && sealed.formerUntil > now.toISOString();
  const texts = [sealed.secret, isFormerValid ? sealed.formerSecret : null].flatMap((text) => text ?? []);
  const url = openText(db, sealed.url, `${key}:url`);
  const secrets = texts.map((text) => openText(db, text, `${key}:secret`));
  return url === null || secrets.includes(null) ? null : { url, secrets: secrets as string[] };
}

interface NewWebhook extends WebhookOwner, Pick<WebhookRow, "shownUrl" | "format" | "events"> {
  url: string;
  secret: string | null;
}

const insert = preparedSql<
  { id: number },
  [number, number | null, string, string, string, WebhookFormat, string | null, readonly WebhookEvent[], now: Date]
>(`INSERT INTO webhooks (site_id, account_id, key, url, shown_url, format, secret, events, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);

export function insertWebhook(tx: Tx, webhook: NewWebhook, now: Date): Promise<number> {
  const { siteId, accountId, shownUrl, format, events, secret } = webhook;
  const key = `webhook:${crypto.randomUUID()}`;
  const url = sealText(tx, webhook.url, `${key}:url`);
  const sealed = secret === null ? null : sealText(tx, secret, `${key}:secret`);
  return insert.value(tx, siteId, accountId, key, url, shownUrl, format, sealed, events, now) as Promise<number>;
}

export const updateWebhook = preparedSql<never, [id: number, events: readonly WebhookEvent[], status: WebhookStatus]>(
  "UPDATE webhooks SET events = ?2, status = ?3 WHERE id = ?1",
).run;

export const setWebhookStatus = preparedSql<{ id: number }, [id: number, status: WebhookStatus]>(
  "UPDATE webhooks SET status = ?2 WHERE id = ?1 AND status NOT IN (?2, 'disabled') RETURNING id",
).changes;

export const deleteWebhook = preparedSql<never, [id: number]>("DELETE FROM webhooks WHERE id = ?").run;

/** Deletes the webhooks of an account that were added since a time. */
export const deleteWebhooksOf = preparedSql<{ id: number }, [accountId: number, since: string]>(
  "DELETE FROM webhooks WHERE account_id = ? AND created_at >= ? RETURNING id",
).values;

const rotate = preparedSql<never, [id: number, secret: string, until: Date]>(
  "UPDATE webhooks SET former_secret = secret, secret = ?2, former_until = ?3 WHERE id = ?1",
);
/** The secret before this one stays valid until then. */
export async function rotateSecret(tx: Tx, id: number, secret: string, until: Date): Promise<void> {
  const { key } = (await sealedQuery.get(tx, id))!;
  await rotate.run(tx, id, sealText(tx, secret, `${key}:secret`), until);
}

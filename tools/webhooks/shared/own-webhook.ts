import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import { type WebhookOwner, type WebhookRow, webhookById } from "#db/queries/webhooks/webhooks.ts";
import { webhookEvents, webhookFormats, webhookStatuses } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { isAdminActor } from "../../core/operations/actor.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { teamReason } from "../../core/text/mail-reasons.ts";

export const maxWebhooks = 10;

export const chosenEvents = z
  .array(z.enum(webhookEvents))
  .min(1)
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

export const ofSite = z.boolean().default(false).describe("true for the webhooks of the site, which admins manage");

export const webhookRecord = z.strictObject({
  id: z.int(),
  url: z.string().describe("The URL without the parts that may be secret"),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookEvents)),
  status: z.enum(webhookStatuses),
  former_secret_until: time.nullable(),
  created_at: time,
});

export const toWebhook = (row: WebhookRow): z.input<typeof webhookRecord> => ({
  id: row.id,
  url: row.shownUrl,
  format: row.format,
  events: row.events,
  status: row.status,
  former_secret_until: row.formerUntil,
  created_at: row.createdAt,
});

/** Throws 403 if the caller asks for the site's webhooks without being an admin. */
export function ownerOf(context: CallContext, isOfSite: boolean): WebhookOwner {
  if (isOfSite && !isAdminActor(context.actor))
    throw new Problem("forbidden", "Only admins can manage the webhooks of the site.");
  return { siteId: context.site.id, accountId: isOfSite ? null : accountOf(context).accountId };
}

/** Throws 404 for a webhook of another account or site, and for the site's own if the caller is no admin. */
export async function ownWebhook(db: Db, context: CallContext, id: number): Promise<WebhookRow> {
  const row = await webhookById(db, id);
  const isOwn = row?.accountId === null ? isAdminActor(context.actor) : row?.accountId === accountOf(context).accountId;
  return row && row.siteId === context.site.id && isOwn ? row : notFound("webhook", id);
}

/** Emails the account that has the webhook; for a webhook of the site, the team. */
export async function mailOwner(
  tx: Tx,
  { mail, urls, teamEmail, site }: CallContext,
  { accountId }: Pick<WebhookOwner, "accountId">,
  content: Pick<MailContent, "subject" | "paragraphs" | "closing">,
): Promise<void> {
  const account = accountId === null ? null : await accountById(tx, accountId);
  const recipient = account?.email ?? teamEmail;
  if (recipient === null) return;
  await mail(tx, recipient, {
    ...content,
    greeting: account?.name ?? "",
    action: { label: "View webhooks", url: `${urls.base}/${account ? "account" : "team"}/webhooks` },
    reason: account ? undefined : teamReason(site),
  });
}

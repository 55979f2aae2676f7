import { mailedOwners } from "#db/queries/accounts/access.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";

type OwnedListing = { id: number; name: string };

export type OwnerMail = Omit<MailContent, "greeting" | "reason" | "unsubscribeUrl">;

/** Emails everyone who may edit a listing. By default, the button leads to the owner's page of the listing. */
export async function notifyOwners(
  tx: Tx,
  { mail, urls, site }: Pick<CallContext, "mail" | "urls" | "site">,
  { id, name }: OwnedListing,
  message: OwnerMail,
): Promise<void> {
  const action = { label: "View listing", url: `${urls.base}/account/listings/${id}` };
  const reason = `You receive this email because you can edit ${name} on ${site.name}.`;
  for (const owner of await mailedOwners(tx, [id]))
    await mail(tx, owner.email, { action, ...message, reason, greeting: owner.name });
}

export const notifyOfDecision = (
  tx: Tx,
  context: Pick<CallContext, "mail" | "urls" | "site">,
  listing: OwnedListing,
  { subject, what, reason, whatNow }: { subject: string; what: string; reason: string; whatNow: string },
): Promise<void> =>
  notifyOwners(tx, context, listing, {
    subject,
    paragraphs: [`The ${context.site.name} team ${what}`, `Reason: ${reason}`, whatNow],
    closing: ["If you disagree, reply to this email. The team will read your reply."],
    isAnswerable: true,
  });

import { ownersOfCompany } from "#db/queries/accounts/access.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";

type OwnedListing = Record<"id" | "companyId", number>;

type Message = Pick<MailContent, "subject" | "paragraphs" | "closing" | "isAnswerable">;

export async function notifyOwners(
  tx: Tx,
  { mail, urls }: Pick<CallContext, "mail" | "urls">,
  { id, companyId }: OwnedListing,
  message: Message,
): Promise<void> {
  const action = { label: "View listing", url: `${urls.base}/account/listings/${id}` };
  for (const { email, name } of await ownersOfCompany(tx, companyId))
    await mail(tx, email, { ...message, greeting: name, action });
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

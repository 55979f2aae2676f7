import { ownersOfCompany } from "#db/queries/accounts/owners.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";

interface Told {
  id: number;
  companyId: number;
}

type Message = Pick<MailContent, "subject" | "paragraphs" | "closing" | "isAnswerable">;

/** Writes to all owners of a listing. */
export async function tellOwners(
  tx: Tx,
  { mail, urls }: Pick<CallContext, "mail" | "urls">,
  { id, companyId }: Told,
  message: Message,
): Promise<void> {
  const action = { label: "See the listing", url: `${urls.base}/account/listings/${id}` };
  for (const { email, name } of await ownersOfCompany(tx, companyId))
    await mail(tx, email, { ...message, greeting: name, action });
}

/** Tells the owners of a listing what the team has decided about it and why, in a mail that they can answer. */
export const tellDecision = (
  tx: Tx,
  context: Pick<CallContext, "mail" | "urls" | "site">,
  listing: Told,
  { subject, what, reason, whatNow }: { subject: string; what: string; reason: string; whatNow: string },
): Promise<void> =>
  tellOwners(tx, context, listing, {
    subject,
    paragraphs: [`The team of ${context.site.name} ${what}`, `The reason: ${reason}`, whatNow],
    closing: ["If you see it otherwise, answer this mail: the team reads what you write."],
    isAnswerable: true,
  });

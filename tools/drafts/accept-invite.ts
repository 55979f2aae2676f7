import * as z from "zod";
import { ownersOfCompany, ownersWithAccess, restoreAccess } from "#db/queries/accounts/access.ts";
import { type Account, accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { acceptInvite } from "#db/queries/accounts/invites.ts";
import { accessTo } from "#db/queries/accounts/owners.ts";
import type { Tx } from "#db/store/store.ts";
import { personName } from "../account/shared/rules.ts";
import { invalid, notFound, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { type Invitation, openInvitation } from "./invitation.ts";
import { joinCompany } from "./make-listing.ts";

export default defineOperation({
  name: "accept_invite",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    token: z.string().max(200),
    name: personName
      .optional()
      .describe("The person's name, if their account has none yet; it appears on the founder profile"),
  }),
  output: z.strictObject({ draft_id: z.int().nullable(), listing_id: z.int().nullable() }),
  async run(context, { token, name: given }) {
    const { now } = context;
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const invitation = await openInvitation(tx, context, context.hashSecret(token));
      if (!invitation)
        throw new Problem(
          "not_found",
          "This invitation has expired, has already been accepted or has been replaced by a newer one. Ask for a new invitation.",
        );
      const { invite, companyId } = invitation;
      const { draftId, listingId } = invite;
      const account = (await accountById(tx, accountId)) ?? notFound("account", accountId);
      const name =
        account.name || given || invalid("name", "required", "is missing; it appears on your founder profile");
      await acceptInvite(tx, invite.id, accountId, now);
      if (name !== account.name) await updateAccount(tx, accountId, { name }, now);
      // There is no company before the draft is submitted. submit_draft then admits everyone who has accepted.
      if (companyId !== null) await join(tx, invitation, { companyId, accountId }, now);
      await notifyOwners(tx, context, invitation, { ...account, name });
      record({
        subjects: [
          `invite:${invite.id}`,
          ...(draftId === null ? [] : [`draft:${draftId}` as const]),
          `account:${accountId}`,
          ...(companyId === null ? [] : [`company:${companyId}` as const]),
        ],
        before: { accepted_by: null },
        after: { accepted_by: accountId },
      });
      return { draft_id: draftId, listing_id: listingId };
    };
  },
});

/** Lets the person edit the company. Throws 409 for read-only access if the inviter has no proof of ownership. */
async function join(
  tx: Tx,
  { invite, product }: Invitation,
  { companyId, accountId }: { companyId: number; accountId: number },
  now: Date,
): Promise<void> {
  const source = { companyId, accountId, via: `invite:${invite.id}`, invitedBy: invite.invitedBy };
  const access = await accessTo(tx, accountId, companyId);
  if (access && access.readOnlySince !== null) {
    const inviter = (await ownersWithAccess(tx, companyId)).find((owner) => owner.accountId === invite.invitedBy);
    if (!inviter?.method)
      throw new Problem(
        "state_conflict",
        `You have read-only access to ${product}. This invitation cannot restore your edit access, because its sender has not verified their ownership. Claim the listing instead.`,
      );
    await restoreAccess(tx, source);
  }
  await joinCompany(tx, source, now);
}

/**
 * Notifies the owners, or the inviter if there is no listing yet. Only the inviter sees the invited email address.
 */
async function notifyOwners(
  tx: Tx,
  context: CallContext,
  { invite, product, companyId }: Invitation,
  { id, name }: Account,
): Promise<void> {
  const inviter = await accountById(tx, invite.invitedBy);
  const owners = companyId === null ? (inviter ? [inviter] : []) : await ownersOfCompany(tx, companyId);
  for (const owner of owners.filter((one) => one.id !== id)) {
    const who = owner.id === invite.invitedBy ? `${name} (invited at ${invite.email})` : name;
    await context.mail(tx, owner.email, {
      subject: "A co-founder joined your listing",
      greeting: owner.name,
      paragraphs: [`${who} accepted the invitation to ${product} and can now edit its listing.`],
      closing: ["If you did not expect this, please contact us immediately."],
    });
  }
}

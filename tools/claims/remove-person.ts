import * as z from "zod";
import { openInvites, ownersWithAccess, withdrawInvite } from "#db/queries/accounts/access.ts";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { type OwnListing, ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Tx } from "#db/store/store.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { accessRemovedMail } from "./mails.ts";
import { whyNotRemove } from "./rules.ts";
import { removeAccess } from "./shared/end-proof.ts";

/** Verified owners can remove anyone who has no proof. Others can remove only themselves and their own invitations. */
export default defineOperation({
  name: "remove_person",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    listing_id: z.int().min(1),
    kind: z.enum(["owner", "invited"]),
    id: z.int().min(1).describe("Id of the account or invitation"),
  }),
  output: z.strictObject({ listing_id: z.int() }),
  async run(context, { listing_id, kind, id }) {
    return async (tx, record) => {
      const listing = (await ownListing(tx, accountOf(context), listing_id)) ?? notFound("listing", listing_id);
      const entry = kind === "owner" ? removeFrom(tx, context, listing, id) : withdraw(tx, context, listing, id);
      record(await entry);
      return { listing_id };
    };
  },
});

async function removeFrom(tx: Tx, context: CallContext, listing: OwnListing, accountId: number): Promise<AuditEntry> {
  const { id, companyId, name } = listing;
  const owners = await ownersWithAccess(tx, companyId);
  const by = owners.find((owner) => owner.accountId === accountOf(context).accountId)!;
  const target = owners.find((owner) => owner.accountId === accountId) ?? notFound("person", accountId);
  const why = whyNotRemove(owners, by, target);
  if (why !== null) throw new Problem("state_conflict", why);
  const error = { code: "left", message: "You have left the listing." };
  await removeAccess(tx, context, { companyId, accountId, listing }, error);
  if (by !== target) await context.mail(tx, target.email, { greeting: target.name, ...accessRemovedMail(name, null) });
  return {
    subjects: [`listing:${id}`, `company:${companyId}`, `account:${accountId}`],
    before: { access: target.readOnlySince === null ? "edit" : "read" },
    after: { access: "none" },
  };
}

async function withdraw(tx: Tx, context: CallContext, listing: OwnListing, inviteId: number): Promise<AuditEntry> {
  const { id, companyId } = listing;
  const { accountId } = accountOf(context);
  const invite = (await openInvites(tx, companyId, context.now)).find((one) => one.id === inviteId);
  if (!invite) notFound("invitation", inviteId);
  const owners = await ownersWithAccess(tx, companyId);
  const mayWithdraw =
    invite.invitedBy === accountId || owners.some((owner) => owner.accountId === accountId && owner.method !== null);
  if (!mayWithdraw)
    throw new Problem("state_conflict", "Only the sender or a verified owner can withdraw this invitation.");
  await withdrawInvite(tx, inviteId, context.now);
  return { subjects: [`invite:${inviteId}`, `listing:${id}`], before: { open: true }, after: { open: false } };
}

import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { type Invite, invitesOfDraft, saveInvite } from "#db/queries/accounts/invites.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import { dayMs } from "#db/values/week.ts";
import { hasUrl, nameForOthers } from "../account/shared/rules.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import { mayInvite, productOf } from "./invitation.ts";
import { draftText } from "./shared/draft-text.ts";
import { draftOf, readDraft, wrongStatus } from "./shared/own-draft.ts";
import { draftId, draftRecord, toDraft } from "./shared/records.ts";
import { inviteDays, nextActionsOf } from "./shared/rules.ts";

export default defineTool({
  name: "invite_cofounder",
  title: "Invite a co-founder",
  description:
    "Emails a co-founder an invitation to a draft's company. Use it only after the user has agreed to invite this person. id is the id of a draft, never a listing_id. Returns the draft with its invitations. The person who accepts can edit the listing and appears as a founder. After one day, inviting the same person again sends a new link.",
  family: "Drafts",
  rest: { method: "POST", path: "/drafts/{id}/invites", status: 201, location: "/drafts/{id}" },
  page: "/account/drafts/{id}",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "invite",
  openWorld: "Emails an invitation to the given email address.",
  notTried: () => ["Emailing the invitation."],
  errors: ["not_found", "state_conflict", "conflict"],
  input: z.strictObject({
    id: draftId,
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email())
      .meta({ description: "Email address of the co-founder", example: "sam@example.com" }),
  }),
  output: draftRecord,
  examples: [{ id: 1, email: "sam@example.com" }],
  async approvalContent(context, { id }) {
    const draft = await readDraft(context, id);
    return { name: productOf(draft), url: draft.url };
  },
  async run(context, { id, email }) {
    const { urls, now } = context;
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const own = await openCallerSite(tx, context);
      const draft = await draftOf(tx, own, id);
      if (draft.status === "failed" || draft.status === "expired")
        throw wrongStatus(draft, ", so you cannot invite co-founders to it.");
      if (!(await mayInvite(tx, draft)))
        throw new Problem(
          "state_conflict",
          `You have read-only access to ${productOf(draft)}, so you cannot invite co-founders. Claim the listing first.`,
          { nextActions: nextActionsOf(draft) },
        );
      const account = await accountById(tx, accountId);
      if (account?.email === email)
        invalid("email", "own_address", "must be another person's email address, because you are already a founder");
      const invites = await invitesOfDraft(tx, id);
      if (!isAsked(invites, email, now)) {
        requireRoom(invites, email, context);
        const { secret, hash } = context.newSecret();
        const expiresAt = new Date(now.getTime() + inviteDays * dayMs).toISOString();
        const invite = await saveInvite(tx, { draftId: id, email, tokenHash: hash, expiresAt }, now);
        const link = `${urls.base}/invite?token=${secret}`;
        await context.mail(tx, email, inviteMail(draft, account ? nameForOthers(account) : "Someone", link));
        record({ subjects: [`invite:${invite.id}`, `draft:${id}`], after: { email } });
      }
      return toDraft(draft, await invitesOfDraft(tx, id), { urls, now });
    };
  },
  text: draftText,
});

/** Whether the person has accepted, or received an email less than a day ago. Such a person gets no second email. */
const isAsked = (invites: Invite[], email: string, now: Date) =>
  invites.some(
    (invite) =>
      invite.email === email && (invite.acceptedAt !== null || Date.parse(invite.createdAt) + dayMs > now.getTime()),
  );

function requireRoom(invites: Invite[], email: string, { site }: CallContext): void {
  const { invitesPerDraft } = siteRules(site.settings).drafts;
  if (invites.length >= invitesPerDraft && !invites.some((invite) => invite.email === email))
    throw new Problem("conflict", `This draft has reached the limit of ${invitesPerDraft} invitations.`);
}

function inviteMail(draft: Draft, inviter: string, url: string) {
  const { hostname } = new URL(draft.url);
  const product = productOf(draft);
  const shown = product === hostname || hasUrl(product) ? hostname : `${product} (${hostname})`;
  return {
    subject: "Invitation to join as a co-founder",
    greeting: "",
    paragraphs: [
      `${inviter} is listing ${shown} and invites you to join as a co-founder.`,
      "If you accept, you can edit the listing and appear as a founder of the company.",
    ],
    action: { label: "View invitation", url },
    closing: [
      `The link works once and expires in ${inviteDays} days.`,
      "If you did not expect this invitation, ignore this email. Nothing will happen.",
    ],
  };
}

import * as z from "zod";
import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import { type Invite, type InviteTarget, invitesOf, saveInvite } from "#db/queries/accounts/invites.ts";
import { ownsCompany } from "#db/queries/accounts/owners.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import { type PersonRecord, peopleOf, peoplePage, personLine, personRecord } from "../claims/shared/records.ts";
import { closed, invalid, notFound, Problem } from "../core/errors/errors.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { time } from "../core/input/fields.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { hasUrl } from "../core/text/has-url.ts";
import { enteredReason } from "../core/text/mail-reasons.ts";
import { day, lines, wouldBe } from "../core/text/text.ts";
import { listingId, listingOf, siteOfListing } from "../listings/shared/own-listing.ts";
import { type CallerSite, callerSite, openCallerSite } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import { type InvitedTo, isOpen, toDraft, toListing } from "./invitation.ts";
import { draftOf, wrongStatus } from "./shared/own-draft.ts";
import { draftId } from "./shared/records.ts";
import { inviteDays } from "./shared/rules.ts";

export default defineTool({
  name: "invite_cofounder",
  title: "Invite a co-founder",
  description:
    "Emails a co-founder an invitation to the company of a listing (listing_id) or draft (draft_id). Use it only after the user has agreed. Returns the company and everyone with access. The person who accepts can edit the listing and appears as a founder.",
  family: "Drafts",
  rest: {
    method: "POST",
    path: "/drafts/{id}/invites",
    status: 201,
    location: "/drafts/{id}",
    also: [{ path: "/me/listings/{listing_id}/invites", location: "/me/listings/{listing_id}" }],
  },
  page: "/account/listings/{listing_id}/people",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "invite",
  openWorld: "Emails an invitation to the given email address.",
  notTried: () => ["Emailing the invitation."],
  errors: ["not_found", "state_conflict", "conflict"],
  exactlyOne: ["listing_id", "draft_id", "id"],
  input: z.strictObject({
    listing_id: listingId.optional(),
    draft_id: draftId.optional(),
    id: draftId.optional().meta({ description: "Older name of draft_id", example: 1, deprecated: true }),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email())
      .meta({ description: "Email address of the co-founder", example: "sam@example.com" }),
  }),
  output: z
    .strictObject({
      invited: z.string().describe("Email address"),
      company: z.strictObject({ name: z.string(), url: z.string() }),
      expires_at: time,
      repeated: z.boolean().describe("True if no email was sent, because of an earlier invitation"),
      people: z.array(personRecord).describe("Everyone who has access or an invitation"),
      next_actions: z.array(nextAction),
    })
    .meta({ id: "Invitation" }),
  examples: [{ id: 1, email: "sam@example.com" }],
  async approvalContent(context, input) {
    const { to } = await targetOf(context.read, context, await callerSite(context), input);
    return { name: to.product, url: to.url };
  },
  async run(context, { email, ...input }) {
    const { now } = context;
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const target = await targetOf(tx, context, await openCallerSite(tx, context), input);
      const { to, draftId, listingId } = target;
      const account = (await accountById(tx, accountId)) ?? notFound("account", accountId);
      if (account.email === email)
        invalid("email", "own_address", "must be another person's email address, because you are already a founder");
      const invites = await invitesOf(tx, target, accountId);
      const known = invites.find((invite) => invite.email === email);
      const repeated = known !== undefined && (await isAsked(tx, to, known, now));
      const { urls, site } = await siteOfListing(tx, context, to);
      let expiresAt = known?.expiresAt ?? "";
      if (!repeated) {
        if (!known) requireRoom(invites, to, context);
        const { secret, hash } = context.newSecret();
        expiresAt = new Date(now.getTime() + inviteDays * dayMs).toISOString();
        const values = { id: known?.id, draftId, listingId, invitedBy: accountId, email, tokenHash: hash, expiresAt };
        const invite = await saveInvite(tx, values, now);
        await context.mail(
          tx,
          email,
          inviteMail(to, nameForOthers(account), `${urls.base}/invite?token=${secret}`, site),
        );
        const subject = listingId === null ? (`draft:${draftId!}` as const) : (`listing:${listingId}` as const);
        record({ subjects: [`invite:${invite.id}`, subject], after: { email } });
      }
      return {
        invited: email,
        company: { name: to.product, url: to.url },
        expires_at: expiresAt,
        repeated,
        people:
          to.companyId === null
            ? draftPeople(account, await invitesOf(tx, target, accountId), now)
            : await peopleOf(tx, to.companyId, accountId, now),
        next_actions: listingId === null ? [] : [peoplePage(urls, listingId)],
      };
    };
  },
  text: ({ invited, company: { name, url }, expires_at, repeated, people, next_actions, ...rest }) =>
    lines(
      repeated
        ? `${invited} already has access or an invitation to ${name} (${url}), so no new email was sent. If the person has not accepted, this call sends a new link one day after the last email.`
        : `${wouldBe(rest, "Invited", "This would invite")} ${invited} to edit ${name} (${url}), with an invitation until ${day(expires_at)}.`,
      people.filter(({ email }) => wouldBe(rest, true, email !== invited)).map(personLine),
      actionLines(next_actions),
    ),
});

interface Target extends InviteTarget {
  to: InvitedTo;
}

const ofListing = {
  tool: "list_my_listings",
  why: "To invite a co-founder to a listing, take its id from here and send it as listing_id.",
  who: "agent",
} as const;

/** A draft that has become a listing stands for that listing. */
async function targetOf(
  db: Db,
  context: CallContext,
  own: CallerSite,
  input: { listing_id?: number; draft_id?: number; id?: number },
): Promise<Target> {
  const id = input.draft_id ?? input.id;
  const draft = id === undefined ? null : await draftOf(db, own, id, [ofListing]);
  const listingId = input.listing_id ?? draft?.listingId ?? null;
  if (listingId !== null)
    return { draftId: id ?? null, listingId, to: toListing(await listingOf(db, context, listingId)) };
  if (!isOpen(draft)) throw wrongStatus(draft!, ", so you cannot invite co-founders to it.");
  return { draftId: draft.id, listingId, to: toDraft(draft) };
}

/** Whether the person has access, or received an email less than a day ago. Such a person gets no second email. */
const isAsked = async (tx: Tx, { companyId }: InvitedTo, invite: Invite, now: Date): Promise<boolean> =>
  invite.acceptedBy === null
    ? Date.parse(invite.createdAt) + dayMs > now.getTime() && invite.expiresAt > now.toISOString()
    : companyId === null || (await ownsCompany(tx, invite.acceptedBy, companyId));

function requireRoom(invites: Invite[], { product }: InvitedTo, { site }: CallContext): void {
  const { invitesPerDraft } = siteRules(site.settings).drafts;
  if (invitesPerDraft === 0) closed("Invitations of co-founders are closed on this site.");
  if (invites.length >= invitesPerDraft)
    throw new Problem("conflict", `You have reached the limit of ${invitesPerDraft} invitations to ${product}.`);
}

/** The submitter and the invited people of a draft that has no company yet. */
const draftPeople = ({ name, createdAt }: Account, invites: Invite[], now: Date): PersonRecord[] => {
  const person = { access: "edit", method: null } as const;
  return [
    { name, ...person, role: "owner", via: "submitted", since: createdAt },
    ...invites
      .filter(({ acceptedBy, expiresAt }) => acceptedBy !== null || expiresAt > now.toISOString())
      .map(({ email, acceptedBy, createdAt: since }) => ({
        name: "",
        email,
        ...person,
        role: acceptedBy === null ? ("invited" as const) : ("owner" as const),
        via: "invitation" as const,
        since,
      })),
  ];
};

function inviteMail({ product, url: productUrl }: InvitedTo, inviter: string, url: string, site: { name: string }) {
  const { hostname } = new URL(productUrl);
  const shown = product === hostname || hasUrl(product) ? hostname : `${product} (${hostname})`;
  return {
    subject: "Invitation to join as a co-founder",
    greeting: "",
    paragraphs: [
      `${inviter} has invited you as a co-founder of ${shown}. The product has a page on ${site.name}.`,
      "If you accept, you can edit this page, and you appear on it as a founder once your founder profile is complete. To accept, sign in or create an account.",
    ],
    action: { label: "View invitation", url },
    closing: [
      `The link works once and expires in ${inviteDays} days.`,
      "If you did not expect this invitation, ignore this email. Nothing will happen.",
    ],
    reason: enteredReason(site),
  };
}

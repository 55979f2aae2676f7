import * as z from "zod";
import { ownersWithAccess, restoreAccess } from "#db/queries/accounts/access.ts";
import { accountByEmail, accountById } from "#db/queries/accounts/accounts.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { filled, paragraphs, slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { showListings } from "../moderation/shared/hidden-listings.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { accessGivenMail, accessRemovedMail } from "./mails.ts";
import { removeAccess } from "./shared/end-proof.ts";

export default defineTeamTool({
  name: "assign_owner",
  command: {
    name: "listing owner <slug>",
    description: "Give an account access to a listing, and with --transfer remove everyone else's access",
    site: "option",
    done: ({ slug, account_id }) => `Account ${account_id} can now edit ${slug}.`,
  },
  description:
    "Gives an account access to a listing, on all sites of its company. With transfer, everyone else loses access. All of them get the reason by email.",
  rest: { method: "POST", path: "/team/listings/{slug}/owner" },
  scopes: ["team:content"],
  effect: "write",
  exactlyOne: ["email", "account_id"],
  input: z.strictObject({
    slug,
    email: z.string().trim().max(254).optional().describe("email address of the account"),
    account_id: z.int().min(1).optional().describe("ID of the account"),
    transfer: z.boolean().default(false).describe("remove the access of everyone else"),
    reason: filled(paragraphs(2000)).describe("reason that is sent to everyone concerned"),
  }),
  output: z.strictObject({ slug: z.string(), account_id: z.int(), removed: z.array(z.int()) }),
  async run(context, { slug, email, account_id, transfer, reason }) {
    const { site, urls, mail, now } = context;
    return async (tx, record) => {
      const listing = (await listingToClaim(tx, site.id, slug)) ?? notFound("listing", slug);
      const { id, companyId, name } = listing;
      const account = email === undefined ? await accountById(tx, account_id!) : await accountByEmail(tx, email);
      if (!account) return notFound("account", email ?? account_id!);
      if (account.suspendedAt !== null || account.isReview)
        throw new Problem("state_conflict", "This account is suspended or for reviewers, so it cannot own a listing.");
      const owners = await ownersWithAccess(tx, companyId);
      const present = owners.find((one) => one.accountId === account.id);
      const others = transfer ? owners.filter((one) => one !== present) : [];
      const isNew = !present || present.readOnlySince !== null;
      if (!isNew && others.length === 0)
        throw new Problem("state_conflict", `This account can already edit ${name}, so nothing changes.`);
      for (const { accountId, ...other } of others) {
        await removeAccess(tx, context, { companyId, accountId, listing }, { code: "removed", message: reason });
        await mail(tx, other.email, { greeting: other.name, ...accessRemovedMail(name, reason) });
      }
      // The removal of others may have made this account's access read-only.
      if (present) await restoreAccess(tx, { companyId, accountId: account.id, via: isNew ? "team" : present.via });
      else await addOwner(tx, { companyId, accountId: account.id, via: "team" }, now);
      await showListings(tx, account.id, now);
      await resumeWaitingListings(tx, account.id, now);
      await mail(tx, account.email, { greeting: account.name, ...accessGivenMail(name, reason, id, urls) });
      const removed = others.map(({ accountId }) => accountId);
      record({
        subjects: [
          ...([`listing:${id}`, `company:${companyId}`, `account:${account.id}`] as const),
          ...removed.map((other) => `account:${other}` as const),
        ],
        after: { owner: account.id, removed, reason },
      });
      return { slug, account_id: account.id, removed };
    };
  },
});

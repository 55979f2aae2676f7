import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { judgeAccount } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { showListings } from "../moderation/shared/hidden-listings.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { restoredMail } from "./account-mails.ts";
import { affectedListing, chosenAccount, chosenFields, decisionReason, toAffected } from "./find-account.ts";

export default defineTeamTool({
  name: "restore_account",
  command: {
    name: "user restore <email>",
    description:
      "Restore a suspended account, its API keys and its apps, and show the listings that were hidden with it",
    done: ({ email, listings_shown, listings_kept }) =>
      `Restored the account ${email}. Listings shown again: ${listings_shown.length}, still hidden: ${listings_kept.length}.`,
  },
  description:
    "Lifts the suspension of an account. Its keys and apps work again, and the listings that the suspension hid return to their former status. The account gets the reason by email.",
  rest: { method: "POST", path: "/team/accounts/{account_id}/restore" },
  scopes: ["team:admin"],
  effect: "write",
  isAlwaysApproved: true,
  exactlyOne: ["email", "account_id"],
  input: z.strictObject({ ...chosenFields, reason: decisionReason }),
  output: z.strictObject({
    account_id: z.int(),
    email: z.string(),
    listings_shown: z.array(affectedListing.extend({ launch_week: z.string().nullable() })),
    listings_kept: z
      .array(affectedListing.extend({ why: z.enum(["decided", "other_suspension"]) }))
      .describe("Listings that stay hidden: the team decided about them, or another owner is suspended"),
  }),
  async run(context, { reason, ...chosen }) {
    const { now, mail } = context;
    return async (tx, record) => {
      const { id, email, name, suspendedAt } = await chosenAccount(tx, chosen);
      if (!suspendedAt) throw new Problem("state_conflict", `${email} is not suspended.`);
      await updateAccount(tx, id, { suspendedAt: null }, now);
      const { shown, kept: hidden } = await showListings(tx, id, now);
      const kept = hidden.map((listing) => ({
        ...toAffected(listing),
        why: listing.isDecided ? ("decided" as const) : ("other_suspension" as const),
      }));
      await judgeAccount(tx, id, weekOf(now), now);
      await syncFoundersOfAccount(tx, id);
      await resumeWaitingListings(tx, id, now);
      await mail(tx, email, { greeting: name, ...restoredMail(context, { reason, shown, kept }) });
      record({
        subjects: [`account:${id}`, ...shown.map((listing) => `listing:${listing.id}` as const)],
        before: { suspended_at: suspendedAt },
        after: { suspended_at: null, reason, shown: shown.map(({ slug }) => slug) },
      });
      return {
        account_id: id,
        email,
        listings_shown: shown.map((listing) => ({ ...toAffected(listing), launch_week: listing.launch_week })),
        listings_kept: kept,
      };
    };
  },
});

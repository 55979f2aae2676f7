import * as z from "zod";
import { type Account, keysOfAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { deleteSessions } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { listingsOfAccount } from "#db/queries/moderation/hidden-listings.ts";
import { pendingOrdersOf } from "#db/queries/orders/orders.ts";
import { judgeAccount } from "#db/queries/votes/ballots.ts";
import { hideableStatuses } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { isAccount } from "../core/operations/actor.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { notifyOwnersOf } from "../listings/shared/notify-owners.ts";
import { hideListings } from "../moderation/shared/hidden-listings.ts";
import { cancelCheckout } from "../orders/shared/cancel-checkout.ts";
import { hiddenMail, suspendedMail } from "./account-mails.ts";
import { affectedListing, chosenAccount, chosenFields, decisionReason, lastAdmin, toAffected } from "./find-account.ts";

export default defineTeamTool({
  name: "suspend_account",
  command: {
    name: "user suspend <email>",
    description:
      "Suspend an account: hide its listings, end its sessions and checkouts, and block its sign-in and keys",
    done: ({ email, listings_hidden, listings_kept, checkouts_canceled }) =>
      `Suspended the account ${email}. Listings hidden: ${listings_hidden.length}, kept: ${listings_kept.length}. Checkouts canceled: ${checkouts_canceled.length}.`,
  },
  description:
    "Suspends an account: hides its listings without another proved owner, signs it out, blocks its keys and apps, and cancels its checkouts. The account gets the reason by email. Use dry_run to see the effects first.",
  rest: { method: "POST", path: "/team/accounts/{account_id}/suspend" },
  scopes: ["team:admin"],
  effect: "write",
  exactlyOne: ["email", "account_id"],
  input: z.strictObject({ ...chosenFields, reason: decisionReason }),
  output: z.strictObject({
    account_id: z.int(),
    email: z.string(),
    listings_hidden: z.array(affectedListing),
    listings_kept: z
      .array(affectedListing.extend({ why: z.enum(["other_owner", "not_public"]) }))
      .describe("Listings with another proved owner, and listings that are neither public nor waiting for a launch"),
    checkouts_canceled: z.array(z.string()).describe("Numbers of the orders"),
    sessions: z.int().describe("Sessions that end"),
    keys: z.int().describe("API keys that do not work until the account is restored"),
    grants: z.int().describe("Connected apps that do not work until the account is restored"),
  }),
  async run(context, { reason, ...chosen }) {
    const { now, mail } = context;
    return async (tx, record) => {
      const account = await chosenAccount(tx, chosen);
      const { id, email, name } = account;
      await requireSuspendable(tx, context, account);
      const suspended_at = now.toISOString();
      await updateAccount(tx, id, { suspendedAt: suspended_at }, now);
      const owned = (await listingsOfAccount(tx, id)).map((listing) => ({
        ...listing,
        why: whyKept(listing),
      }));
      const hidden = owned.filter(({ why }) => why === null);
      await hideListings(tx, hidden, now);
      await notifyOwnersOf(tx, context, hidden, (theirs) => hiddenMail(context, theirs));
      const orders = await pendingOrdersOf(tx, id);
      for (const order of orders) await cancelCheckout(tx, order, now);
      const sessions = (await deleteSessions(tx, id, null)).length;
      await judgeAccount(tx, id, weekOf(now), now);
      await syncFoundersOfAccount(tx, id);
      await mail(tx, email, { greeting: name, ...suspendedMail(context, { reason, hidden }) });
      const checkouts = orders.map(({ number }) => number);
      record({
        subjects: [
          `account:${id}`,
          ...hidden.map((listing) => `listing:${listing.id}` as const),
          ...checkouts.map((number) => `order:${number}` as const),
        ],
        before: { suspended_at: null },
        after: { suspended_at, reason, hidden: hidden.map(({ slug }) => slug), canceled: checkouts },
      });
      return {
        account_id: id,
        email,
        listings_hidden: hidden.map(toAffected),
        listings_kept: owned.flatMap((listing) =>
          listing.why === null ? [] : [{ ...toAffected(listing), why: listing.why }],
        ),
        checkouts_canceled: checkouts,
        sessions,
        keys: (await keysOfAccount(tx, id)).length,
        grants: (await grantsOfAccount(tx, id)).length,
      };
    };
  },
});

const canHide: readonly string[] = hideableStatuses;

const whyKept = ({ status, hasProvedOwner }: { status: string; hasProvedOwner: boolean }) =>
  canHide.includes(status) ? (hasProvedOwner ? ("other_owner" as const) : null) : ("not_public" as const);

async function requireSuspendable(tx: Tx, { actor }: CallContext, account: Account) {
  let why = await lastAdmin(tx, account);
  if (account.suspendedAt) why = `${account.email} is already suspended.`;
  else if (isAccount(actor) && actor.accountId === account.id) why = "You cannot suspend your own account.";
  if (why !== null) throw new Problem("state_conflict", why);
}

import * as z from "zod";
import { type Account, accountByEmail, accountById } from "#db/queries/accounts/accounts.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { type Ballot, ballotOf } from "#db/queries/votes/ballots.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import type { CallContext } from "../core/operations/context.ts";

export const judgedVote = {
  slug: slug.describe("slug of the listing"),
  email: z.string().optional().describe("email address of the voter"),
  account_id: z.int().min(1).optional().describe("id of the voter's account"),
};

/** Throws 409 if the week is closed, because its ballots have been published. */
export async function voteForDecision(
  tx: Tx,
  { site, now }: Pick<CallContext, "site" | "now">,
  { slug, email, account_id }: { slug: string; email?: string | undefined; account_id?: number | undefined },
): Promise<{ ballot: Ballot; voter: Account }> {
  const listing = (await statusBySlug(tx, site.id, slug)) ?? notFound("listing", slug);
  const who = email ?? String(account_id);
  const voter =
    (email === undefined ? await accountById(tx, account_id!) : await accountByEmail(tx, email)) ??
    notFound("account", who);
  const ballot = (await ballotOf(tx, voter.id, listing.id)) ?? notFound(`vote for ${slug} by`, who);
  if (ballot.week !== weekOf(now))
    throw new Problem("state_conflict", `Launch week ${ballot.week} has closed, and its votes are final.`);
  return { ballot, voter };
}

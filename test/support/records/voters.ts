import { createAccount } from "#db/queries/accounts/accounts.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import castVote from "#tools/votes/cast-vote.ts";
import takeVoteBack from "#tools/votes/take-vote-back.ts";
import { teamCaller } from "../clients/team.ts";
import { testNow } from "../server/harness.ts";

/** Accounts that may vote by default: two days old at `testNow`, with a confirmed email. */
export const addVoters = (
  store: Store,
  count: number,
  { name = "voter", isVerified = true, createdAt = new Date(testNow.getTime() - 2 * dayMs) } = {},
): Promise<number[]> =>
  store.write(async (tx) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) {
      const account = { email: `${name}-${i}@example.test`, name, isVerified };
      ids.push((await createAccount(tx, account, createdAt)).id);
    }
    return ids;
  });

/** Casts votes on a site at a time. */
export function voting(store: Store, site: SiteRow, now: () => Date) {
  const as = (accountId: number) => teamCaller(store, site, { accountId, role: "member", now: now() });
  return {
    vote: (accountId: number, listing_id: number) => as(accountId)(castVote, { listing_id }),
    takeBack: (accountId: number, listing_id: number) => as(accountId)(takeVoteBack, { listing_id }),
  };
}

import type { Claim, Claimant } from "../../db/queries/claims.ts";
import { ownClaim } from "../../db/queries/claims.ts";
import type { Db } from "../../db/store.ts";
import { accountOf, type CallContext } from "../core/context.ts";
import { notFound } from "../core/errors.ts";

/** Whose claims a call is about. */
export const claimantOf = (context: CallContext): Claimant => {
  const { accountId, isTest } = accountOf(context);
  return { accountId, siteId: context.site.id, isTest };
};

/** The caller's claim, or 404, also where it is somebody else's. */
export async function claimOf(db: Db, context: CallContext, id: number): Promise<Claim> {
  const why = "See the ids of the account's claims.";
  return (
    (await ownClaim(db, claimantOf(context), id)) ??
    notFound("claim", id, [{ tool: "list_my_claims", why, who: "agent" }])
  );
}

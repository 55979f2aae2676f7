import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import { teamCaller } from "../clients/team.ts";

/** Edits a listing as its owner. Returns the ID of the audit log entry. */
export async function editAs(
  store: Store,
  accountId: number,
  site: SiteRow,
  input: { listing_id: number } & Record<string, unknown>,
): Promise<number> {
  await teamCaller(store, site, { accountId, role: "member" })(updateMyListing, input);
  return latestChangeId(store);
}

export const latestChangeId = (store: Store): number =>
  store.read.$client.query<{ id: number }, []>("SELECT max(id) AS id FROM changes").get()!.id;

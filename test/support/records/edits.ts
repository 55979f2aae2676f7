import { allScopes } from "#auth/scopes.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { callTool } from "#tools/core/calls/call.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import { contextFor } from "../server/call.ts";

/** Edits a listing as its owner. Returns the ID of the audit log entry. */
export async function editAs(
  store: Store,
  accountId: number,
  site: SiteRow,
  input: { listing_id: number } & Record<string, unknown>,
): Promise<number> {
  const actor = { kind: "person", accountId, scopes: allScopes, via: "browser", isTest: false } as const;
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  await callTool(updateMyListing, contextFor(store, actor, site), () => input, policy);
  return latestChangeId(store);
}

export const latestChangeId = (store: Store): number =>
  store.read.$client.query<{ id: number }, []>("SELECT max(id) AS id FROM changes").get()!.id;

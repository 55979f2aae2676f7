import { expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { startTestServer } from "../support/server/harness.ts";

test("links of a listing lead to its own site, whatever site the call came to", async () => {
  const server = await startTestServer();
  const [, dev] = await allSites(server.store.read);
  const there = server.url.replace("localhost", dev!.host!);
  const { id, key } = await ownedListing(server.store, "elsewhere", { siteId: dev!.id, hasProfile: false });
  const owner = server.as(key);

  const { body: draft } = await owner.call("get_my_listing", { listing_id: id });
  expect(draft.blockers.map(({ url }: { url: string }) => url)).toEqual([
    `${there}/account/listings/${id}`,
    `${there}/account/profile`,
  ]);
  expect(draft.story.url).toBe(`${there}/account/listings/${id}/story`);
  for (const { url } of draft.story.missing) expect(url).toStartWith(`${there}/account/`);
  expect(draft.badges_url).toStartWith(there);

  const { body: chosen } = await owner.over("REST", "choose_free_listing", { listing_id: id });
  const badge = chosen.blockers.find(({ reason }: { reason: string }) => reason.includes("badge"));
  expect(badge.next_action.why).toContain(`<a href="${there}/listings/elsewhere"><img src="${there}/badges/site.svg"`);
  const { body: story } = await owner.over("REST", "set_founder_story", { listing_id: id, title: "From elsewhere" });
  expect(story.url).toBe(draft.story.url);
  await server.stop();
});

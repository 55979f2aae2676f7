import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { transports } from "#test/support/clients/tool-caller.ts";
import { free, type OwnerServer, paid, startOwnerServer } from "#test/support/records/owner.ts";
import deleteMilestone from "./delete-milestone.ts";

let server: OwnerServer;
beforeAll(async () => {
  server = await startOwnerServer();
});
afterAll(() => server.stop());

const { listing_id } = paid;
const milestoneOf = async (listing: number, title = "Ten harbours") =>
  (await server.owner.over("REST", "add_milestone", { listing_id: listing, date: "2026-05-04", title })).body
    .id as number;

for (const transport of transports)
  describe(transport, () => {
    test("200: owner and public no longer see the milestone; a second delete is 404", async () => {
      const milestone_id = await milestoneOf(listing_id);
      const before = await server.shown(paid);
      const { status, body } = await server.owner.over(transport, "delete_milestone", { listing_id, milestone_id });
      expect([status, body]).toEqual([200, { id: milestone_id, listing_id, deleted: true }]);
      const after = await server.shown(paid);
      expect(after.listing.milestones).toEqual(
        before.listing.milestones.filter(({ id }: { id: number }) => id !== milestone_id),
      );
      expect(after.etag).not.toBe(before.etag);
      const again = await server.owner.over(transport, "delete_milestone", { listing_id, milestone_id });
      expect(again).toMatchObject({ status: 404, body: { next_actions: [{ tool: "get_my_listing" }] } });
    });
  });

test("200: works on a suspended listing; the audit log keeps the milestone; ids are not reused", async () => {
  const milestone_id = await milestoneOf(free.listing_id, "Gone");
  await server.run(`UPDATE listings SET status = 'suspended' WHERE id = ${free.listing_id}`);
  const input = { listing_id: free.listing_id, milestone_id };
  expect((await server.owner.over("REST", "delete_milestone", input)).status).toBe(200);
  expect(await server.latestChange(`listing:${free.listing_id}`)).toMatchObject({
    action: "delete_milestone",
    before: { milestone: { id: milestone_id, title: "Gone" } },
    after: {},
  });
  expect(await milestoneOf(listing_id)).toBeGreaterThan(milestone_id);
});

test("200: a repeated key deletes once, and no body is needed", async () => {
  const milestone_id = await milestoneOf(listing_id);
  const headers = { "idempotency-key": "away" };
  const first = await server.send(deleteMilestone, { listing_id, milestone_id }, headers);
  const again = await server.send(deleteMilestone, { listing_id, milestone_id }, headers);
  expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
});

test("404: a milestone of another listing, even of the same owner", async () => {
  const milestone_id = await milestoneOf(listing_id);
  expect((await server.owner.call("delete_milestone", { listing_id: 95, milestone_id })).status).toBe(404);
  expect((await server.shown(paid)).listing.milestones).toContainEqual(expect.objectContaining({ id: milestone_id }));
});

test("401, 403, 404, 422", async () => {
  const milestone_id = await milestoneOf(listing_id);
  expect(await server.refusals("delete_milestone", { listing_id, milestone_id })).toEqual([401, 403, 404]);
  expect((await server.owner.call("delete_milestone", { listing_id, milestone_id: 0 })).status).toBe(422);
});

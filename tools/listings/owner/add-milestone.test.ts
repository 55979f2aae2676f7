import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { transports } from "#test/support/clients/tool-caller.ts";
import { free, type OwnerServer, paid, startOwnerServer } from "#test/support/records/owner.ts";
import { testNow } from "#test/support/server/harness.ts";
import addMilestone from "./add-milestone.ts";

let server: OwnerServer;
beforeAll(async () => {
  server = await startOwnerServer();
});
afterAll(() => server.stop());

const { listing_id } = paid;
const given = { listing_id, date: "2026-05-04", title: "One hundred harbours" };
const drop = () => server.run("DELETE FROM milestones WHERE title IN ('One hundred harbours', 'Many')");

for (const transport of transports)
  describe(transport, () => {
    test("201: returns the saved milestone, which a paid listing shows to the public", async () => {
      const before = await server.shown(paid);
      const input = {
        ...given,
        title: "  <b>One hundred</b> \n harbours ",
        description: "The hundredth:\r\n\r\n\r\nBergen",
        url: "https://tidepad.example/hundred",
      };
      const { status, body } = await server.owner.over(transport, "add_milestone", input);
      const milestone = {
        id: expect.any(Number),
        date: "2026-05-04",
        title: "<b>One hundred</b> harbours",
        description: "The hundredth:\n\nBergen",
        url: "https://tidepad.example/hundred",
      };
      const visibility = `It appears on ${server.url}/listings/tidepad.`;
      const posted = { listing_id, shown_on_listing: true, visibility };
      expect([status, body]).toEqual([201, { ...milestone, ...posted }]);
      const after = await server.shown(paid);
      expect(after.listing.milestones).toContainEqual({ ...milestone, id: body.id });
      expect(after.etag).not.toBe(before.etag);
      await server.owner.over(transport, "delete_milestone", { listing_id, milestone_id: body.id });
    });

    test("201: only date and title are required; empty optional fields count as missing", async () => {
      const { body } = await server.owner.over(transport, "add_milestone", { ...given, description: " ", url: "" });
      expect(body).toMatchObject({ description: null, url: null });
      const { id, date, title, description, url } = body;
      // What was returned can be sent, and the same milestone is not stored twice.
      const sent = { listing_id, date, title, description, url };
      const again = await server.owner.over(transport, "add_milestone", sent);
      expect([again.status, again.body]).toMatchObject([200, { id, repeated: true, posted_at: testNow.toISOString() }]);
      const { text } = await server.owner.mcp("add_milestone", sent);
      expect(text).toContain("This was already posted at 12:00.");
      await server.owner.over(transport, "delete_milestone", { listing_id, milestone_id: id });
      // After its deletion, it can be added again.
      const another = await server.owner.over(transport, "add_milestone", sent);
      expect([another.status, another.body.repeated]).toEqual([201, undefined]);
      await drop();
    });
  });

test("201: a free listing shows milestones to its owner, and to the public once unlocked", async () => {
  const before = await server.shown(free);
  const { body } = await server.owner.over("REST", "add_milestone", { ...given, listing_id: free.listing_id });
  expect(body.shown_on_listing).toBeFalse();
  expect(await server.shown(free)).toEqual(before);
  const { id, date, title, description, url } = body;
  const mine = (await server.owner.call("get_my_listing", { listing_id: free.listing_id })).body;
  expect(mine.milestones).toEqual([{ id, date, title, description, url }]);
  await server.run(`UPDATE listings SET unlocked_sections = '["milestones"]' WHERE slug = '${free.slug}'`);
  const unlocked = await server.shown(free);
  expect([unlocked.listing.milestones, unlocked.etag !== before.etag]).toEqual([mine.milestones, true]);
});

test("a new milestone changes updated_at but not version, and the audit log has it", async () => {
  const versionOf = async () => (await server.owner.call("get_my_listing", { listing_id })).body.version;
  const version = await versionOf();
  await server.run(`UPDATE listings SET updated_at = '2026-01-01T00:00:00.000Z' WHERE id = ${listing_id}`);
  const { body } = await server.owner.over("REST", "add_milestone", given);
  expect((await server.shown(paid)).listing.updated_at).toBe("2026-11-18T12:00:00.000Z");
  expect(await versionOf()).toBe(version);
  expect(await server.latestChange(`listing:${listing_id}`)).toMatchObject({
    action: "add_milestone",
    subjects: [`listing:${listing_id}`],
    before: {},
    after: { milestone: { id: body.id, title: given.title } },
  });
});

test("201: Location is the listing; the same key returns the same response", async () => {
  const headers = { "idempotency-key": "hundred" };
  const first = await server.send(addMilestone, given, headers);
  expect([first.status, first.headers.get("location")]).toEqual([201, `${server.url}/api/v1/me/listings/3`]);
  const again = await server.send(addMilestone, given, headers);
  expect([await again.json(), again.headers.get("idempotency-replayed")]).toEqual([await first.json(), "true"]);
  const other = await server.send(addMilestone, { ...given, title: "Other" }, headers);
  expect([other.status, ((await other.json()) as any).code]).toEqual([422, "idempotency_mismatch"]);
});

test("422: invalid or distant dates, links without https, texts that are too long", async () => {
  const cases: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ date: "2026-02-30" }, { field: "date", message: expect.stringContaining("a valid date") }],
    [{ date: "2026-2-3" }, { field: "date" }],
    [{ date: "yesterday" }, { field: "date" }],
    [{ date: "1926-11-17" }, { field: "date", code: "out_of_range", message: "must be from 1926-11-18 to 2031-11-18" }],
    [{ date: "2031-11-19" }, { field: "date", code: "out_of_range" }],
    [{ title: "x".repeat(121) }, { field: "title", limit: 120, actual: 121 }],
    [{ title: " \n " }, { field: "title" }],
    [{ title: "bell \u0007" }, { field: "title", message: "must not contain control characters" }],
    [{ description: "x".repeat(1001) }, { field: "description", limit: 1000, actual: 1001 }],
    [
      { url: "http://tidepad.example" },
      { field: "url", message: "must be a URL that starts with https:// and has no user name" },
    ],
    [{ url: "javascript:alert(1)" }, { field: "url" }],
    [{ url: "https:tidepad.example" }, { field: "url" }],
    [{ url: "https://tide\npad.example" }, { field: "url" }],
    [{ url: "https://me:secret@tidepad.example" }, { field: "url" }],
    [{ link: "https://tidepad.example" }, { field: "link", code: "unknown_field" }],
  ];
  for (const [fault, error] of cases) {
    const { status, body } = await server.owner.call("add_milestone", { ...given, ...fault });
    expect([fault, status, body.errors]).toMatchObject([fault, 422, [error]]);
  }
  for (const date of ["1926-11-18", "2031-11-18", "2024-02-29"])
    expect((await server.owner.over("REST", "add_milestone", { ...given, date })).status).toBe(201);
});

test("409: the 101st milestone, with the next action", async () => {
  await drop();
  const { milestones } = (await server.owner.call("get_my_listing", { listing_id })).body;
  const missing = 100 - milestones.length;
  await server.run(`INSERT INTO milestones (listing_id, date, title, created_at) WITH RECURSIVE n(i) AS
    (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${missing}) SELECT 3, '2020-01-01', 'Many', '2026-01-01' FROM n`);
  const { status, body } = await server.owner.call("add_milestone", given);
  expect([status, body.code, body.detail]).toEqual([409, "conflict", expect.stringContaining("delete_milestone")]);
  expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id } }]);
  await drop();
});

test("409: a suspended, archived or rejected listing takes no milestone", async () => {
  for (const status of ["suspended", "archived", "rejected"]) {
    await server.run(`UPDATE listings SET status = '${status}' WHERE id = ${free.listing_id}`);
    const answer = await server.owner.call("add_milestone", { ...given, listing_id: free.listing_id });
    expect([answer.status, answer.body.code]).toEqual([409, "state_conflict"]);
  }
});

test("401, 403, 404", async () => {
  expect(await server.refusals("add_milestone", given)).toEqual([401, 403, 404]);
});

test("422: dry_run or the idempotency key in a REST body, with the right place", async () => {
  for (const [field, place] of [
    ["dry_run", "?dry_run=true"],
    ["idempotency_key", "Idempotency-Key"],
  ] as const) {
    const response = await server.send(addMilestone, { ...given, [field]: true });
    const { errors } = (await response.json()) as any;
    expect([response.status, errors]).toMatchObject([422, [{ field, code: "unknown_field" }]]);
    expect(errors[0].fix).toContain(place);
  }
});

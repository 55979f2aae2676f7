import { afterAll, beforeAll, expect, test } from "bun:test";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

const path = "/team/listings/slumberline/merge";
let server: TestServer;
let editor: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  editor = await teamVisitor(server, "editor@example.test", "editor");
});
afterAll(() => server.stop());

test("moderators see neither the section nor the page", async () => {
  const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
  expect((await moderator.get("/team/listings/slumberline")).html).not.toContain("Merge into another listing");
  expect((await moderator.get(path)).status).toBe(404);
});

test("an unknown slug: the form shows the error", async () => {
  const { status, html } = await editor.get(`${path}?into=%22%3E%3Cb%3E`);
  expect([status, html.includes("There is no listing with this slug on this site."), html.includes("<b>")]).toEqual([
    422,
    true,
    false,
  ]);
  expect((await editor.get("/team/listings/no-such-thing/merge")).status).toBe(404);
});

test("a merge asks for a reason, then redirects; a second one says what happened", async () => {
  expect((await editor.get("/team/listings/slumberline")).html).toContain(`action="${path}"`);
  expect((await editor.get(`${path}?into=tidepad`)).html).toContain("You cannot undo a merge.");
  const withoutReason = await editor.post(path, { into: "tidepad", reason: " " });
  expect([withoutReason.status, withoutReason.html.includes("Reason")]).toEqual([422, true]);
  const itself = await editor.post(path, { into: "slumberline", reason: "Same." });
  expect([itself.status, itself.html.includes("A listing cannot be merged into itself.")]).toEqual([422, true]);
  const done = await editor.post(path, { into: "tidepad", reason: "Same product." });
  expect([done.status, done.location]).toEqual([303, "/team/listings/tidepad?done=merge"]);
  expect((await editor.get(done.location!)).html).toContain("Listings merged.");
  const again = await editor.post(path, { into: "tidepad", reason: "Same product." });
  expect([again.status, again.html.includes("already merged into tidepad")]).toEqual([409, true]);
  expect((await editor.get("/listings/slumberline")).location).toBe("/listings/tidepad");
});

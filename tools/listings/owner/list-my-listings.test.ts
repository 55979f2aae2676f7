import { afterAll, beforeAll, expect, test } from "bun:test";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import type { ToolCaller } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { temporary } from "#test/support/server/temporary.ts";

let server: TestServer;
let owner: ToolCaller;
beforeAll(async () => {
  server = await startTestServer();
  owner = server.as((await demoSignIn(server.store, temporary, testNow))!.key);
});
afterAll(() => server.stop());

test("200: all listings of the account, in any status, newest first", async () => {
  const { body } = await owner.call("list_my_listings");
  expect(body.items.map((item: any) => [item.slug, item.status, item.plan])).toEqual([
    ["berthmate", "draft", "none"],
    ["dampwatch", "scheduled", "free"],
    ["keelcash", "awaiting_badge", "free"],
    ["harbourlist", "live", "free"],
    ["tidepad", "live", "paid"],
  ]);
  expect((await owner.call("list_my_listings", { site: "dev" })).body.items).toEqual([]);
  expect(await owner.call("list_my_listings", { site: "nowhere" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "site", code: "unknown_site", fix: "Use one of: main, dev." }] },
  });
  expect((await owner.call("list_my_listings", { page: 2, per_page: 2 })).body).toMatchObject({
    items: [{ slug: "keelcash" }, { slug: "harbourlist" }],
    total: 5,
    has_more: true,
  });
});

test("401 without a sign-in, 403 without the scope; a sandbox key sees no listing of the directory", async () => {
  const writer = server.as((await keyFor(server.store, { scopes: ["listings:write"] })).key);
  expect((await server.call("list_my_listings")).status).toBe(401);
  expect((await writer.call("list_my_listings")).status).toBe(403);
  const sandbox = server.as((await keyFor(server.store, { isTest: true })).key);
  expect((await sandbox.call("list_my_listings")).body).toMatchObject({ items: [], total: 0 });
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, accountById, createAccount } from "#db/queries/accounts/accounts.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let team: Visitor;
let path: string;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  team = await teamVisitor(server);
  const person = { email: "ada@example.test", name: "Ada <b>Quill</b>" };
  ({ id } = await server.store.write((tx) => createAccount(tx, person, testNow)));
  path = `/team/accounts/${id}`;
});
afterAll(() => server.stop());

test("list: finds accounts, escapes names, and is for admins only", async () => {
  const { html } = await team.get("/team/accounts?q=ada%40example.test&role=member&suspended=false");
  expect(html).toContain(`<a href="${path}"><bdi>Ada &lt;b&gt;Quill&lt;/b&gt;</bdi></a>`);
  expect((await team.get("/team/accounts?since=yesterday")).status).toBe(422);
  const moderator = await teamVisitor(server, "mod@example.test", "moderator");
  for (const one of ["/team/accounts", path]) expect((await moderator.get(one)).status).toBe(404);
  expect((await team.get("/team/accounts/999999")).status).toBe(404);
});

test("role: the first press shows a preview, and the second one changes it", async () => {
  const form = { role: "moderator", role_sites: "" };
  const preview = await team.post(path, { do: "role", ...form });
  expect([preview.status, preview.html.includes('value="role.confirm"')]).toEqual([200, true]);
  expect((await accountById(server.store.read, id))!.role).toBe("member");
  expect((await team.post(path, { do: "role.confirm", ...form })).location).toBe(`${path}?done=role`);
  expect((await accountById(server.store.read, id))!.role).toBe("moderator");
  const wrong = await team.post(path, { do: "role", role: "editor", role_sites: "nowhere" });
  expect([wrong.status, wrong.html.includes("unknown site")]).toEqual([422, true]);
});

test("delete: refused while the account has a role, then done after a preview", async () => {
  expect((await team.post(path, { do: "delete" })).status).toBe(409);
  await team.post(path, { do: "role.confirm", role: "member", role_sites: "" });
  expect((await team.post(path, { do: "delete" })).html).toContain('value="delete.confirm"');
  expect((await team.post(path, { do: "delete.confirm" })).location).toBe("/team/accounts?done=delete");
  expect(await accountByEmail(server.store.read, "ada@example.test")).toBeUndefined();
  expect((await team.post(path, { do: "constructor" })).status).toBe(400);
});

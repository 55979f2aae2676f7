import { afterAll, beforeAll, expect, test } from "bun:test";
import { noteAttempt } from "#db/queries/webhooks/deliveries.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  owner = await signUpAs(server, "ada@example.test");
});
afterAll(() => server.stop());

const once = crypto.randomUUID();
const path = "/account/webhooks";
const url = "https://hooks.example/secret/path?token=abcd";
const add = { do: "add", url, events: ["listing.live", "listing.changed"] };

test("add, test, read the log, choose other events, make a new secret, delete", async () => {
  const added = await owner.post(path, { ...add, once });
  expect([added.status, added.location]).toEqual([303, `${path}?done=add`]);
  const { html } = await owner.get(added.location!);
  const [secret] = /whsec_[A-Za-z0-9+/]{43}=/.exec(html.replaceAll("&#x2F;", "/"))!;
  expect(html).toContain("https://hooks.example/…abcd");
  expect(html).not.toContain("token=");
  expect((await owner.get(added.location!)).html).not.toContain(secret);

  const twice = await owner.post(path, { ...add, once });
  expect(twice.status).toBe(303);
  expect((await owner.get(path)).html.match(/hooks\.example\/…abcd<\/strong>/g)).toHaveLength(1);

  const id = /name="id" value="(\d+)"/.exec(html)![1]!;
  await owner.post(path, { do: "test", id });
  await server.store.write((tx) => noteAttempt(tx, 1, "failed", testNow, 500, "<script>alert(1)</script>"));
  const log = (await owner.get(`${path}?log=${id}`)).html;
  for (const text of ["webhook.test", "Given up", "status 500", "&lt;script&gt;alert(1)", 'value="resend"'])
    expect(log).toContain(text);

  await owner.post(path, { do: "update", id, events: ["order.paid"] });
  expect((await owner.get(path)).html).toMatch(/Switched off[\s\S]*order\.paid<\/p>/);
  const rotated = await owner.post(path, { do: "rotate", id });
  const after = (await owner.get(rotated.location!)).html;
  expect(after).toContain("The former secret is valid until");
  expect(after).toContain("whsec_");
  await owner.post(path, { do: "delete", id });
  expect((await owner.get(path)).html).toContain("There are no webhooks yet.");
});

test("what is wrong is said at the field, and what was typed stays", async () => {
  const none = await owner.post(path, { do: "add", url, events: [] });
  expect([none.status, none.html.includes("Choose at least one event."), none.html.includes(url)]).toEqual([
    422,
    true,
    true,
  ]);
  const http = await owner.post(path, { ...add, url: "http://hooks.example/x" });
  expect(http.status).toBe(422);
  for (const text of ["URL must start with https://", 'value="http://hooks.example/x"', 'value="listing.live" checked'])
    expect(http.html).toContain(text);
});

test("webhooks of others and of the site are out of reach", async () => {
  await owner.post(path, add);
  const id = /name="id" value="(\d+)"/.exec((await owner.get(path)).html)![1]!;
  const stranger = await signUpAs(server, "eve@example.test");
  expect((await stranger.get(path)).html).not.toContain("hooks.example");
  expect((await stranger.get(`${path}?log=${id}`)).html).not.toContain("Log of");
  expect((await stranger.post(path, { do: "delete", id })).status).toBe(404);
  expect((await stranger.get("/team/webhooks")).status).toBe(404);
  expect((await stranger.post("/team/webhooks", add)).status).toBe(404);

  const admin = await teamVisitor(server);
  expect((await admin.post("/team/webhooks", add)).location).toBe("/team/webhooks?done=add");
  expect((await admin.get("/team/webhooks")).html).toContain("whsec_");
  expect((await admin.get(path)).html).not.toContain("hooks.example");
  const editor = await teamVisitor(server, "editor@example.test", "editor");
  expect((await editor.get("/team/webhooks")).status).toBe(404);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { type ServedSite, serveSite } from "./sites/serve.ts";

let server: TestServer;
let site: ServedSite;
let now: Date;

beforeAll(async () => {
  server = await startTestServer({
    now: () => now,
    outbound: { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" },
  });
});
beforeEach(async () => {
  now = testNow;
  await site?.stop();
  site = await serveSite(plainSaas);
});
afterAll(async () => {
  await server.stop();
  await site.stop();
});

const mailsTo = async (email: string) =>
  (await server.mails()).filter(({ recipient, subject }) => recipient === email && subject.startsWith("Your draft"));

test("draft submitted by an assistant: one mail when it is ready", async () => {
  const email = "assisted@example.test";
  const { key } = await keyFor(server.store, { email, scopes: ["listings:write"] });
  const { body } = await server.as(key).over("REST", "submit_listing", { url: site.url });
  expect(await mailsTo(email)).toEqual([]);
  await server.drainJobs();
  await server.as(key).over("REST", "update_draft", { id: body.id, fields: { headline: "Invoices for bakeries" } });
  await server.as(key).over("REST", "submit_listing", { url: site.url });
  await server.drainJobs();
  const [mail, ...others] = await mailsTo(email);
  expect([mail!.subject, others]).toEqual(["Your draft for 127.0.0.1 is ready (Slipway)", []]);
  expect(mail!.textBody.replaceAll(server.url, "https://site")).toBe(`Hello Ada,

We have read 127.0.0.1 and written a draft of its listing. Review the text, correct it if necessary, then submit it. Nothing is public until then.

We keep the draft until 18 December 2026.

Review draft: https://site/account/drafts/${body.id}

You receive this email because 127.0.0.1 was submitted with your account.

Slipway, https://site
`);
  expect(mail!.htmlBody).toContain(`href="${server.url}/account/drafts/${body.id}"`);
});

test("draft submitted in the browser: a mail only if it took so long that the person has left", async () => {
  for (const [email, minutes, count] of [
    ["waits@example.test", 1, 0],
    ["left@example.test", 3, 1],
  ] as const) {
    now = testNow;
    const person = await signUpAs(server, email);
    expect((await person.post("/submit", { url: site.url })).status).toBe(303);
    now = new Date(testNow.getTime() + minutes * 60_000);
    await server.drainJobs();
    expect(await mailsTo(email)).toHaveLength(count);
  }
});

test("draft of a sandbox key: no mail", async () => {
  const email = "sandbox@example.test";
  const { key } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"], isTest: true });
  const { body } = await server.as(key).over("REST", "submit_listing", { url: site.url });
  await server.drainJobs();
  expect((await server.as(key).over("REST", "get_draft", { id: body.id })).body.status).toBe("ready");
  expect(await mailsTo(email)).toEqual([]);
});

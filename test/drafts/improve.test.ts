import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { draftById } from "#db/queries/drafts/drafts.ts";
import type { Improvement } from "#tools/drafts/shared/writing.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { type ServedSite, serveSite } from "./sites/serve.ts";

/** The model's answer, which each test resolves when it likes. */
let answer = Promise.withResolvers<Improvement>();
let asked = 0;
let now = testNow;
let server: TestServer;
let site: ServedSite;
let key: string;

beforeAll(async () => {
  server = await startTestServer({
    now: () => now,
    outbound: { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" },
    drafting: {
      improve: () => {
        asked++;
        return answer.promise;
      },
    },
  });
  ({ key } = await keyFor(server.store, { scopes: ["account:read", "listings:write"] }));
});
afterAll(async () => {
  await server.stop();
  await site.stop();
});

const call = async (name: string, input: Record<string, unknown>) =>
  (await server.as(key).over("REST", name, input)).body;

/** A draft whose model request is running. */
async function draftWhileAsked() {
  answer = Promise.withResolvers();
  asked = 0;
  await site?.stop();
  site = await serveSite(plainSaas);
  const { id } = await call("submit_listing", { url: site.url });
  const drained = server.drainJobs();
  while (asked === 0) await Bun.sleep(5);
  const settle = async (improvement: Improvement) => {
    answer.resolve(improvement);
    await drained;
    return call("get_draft", { id });
  };
  return { id, settle, drained, draft: await call("get_draft", { id }) };
}

const warningCodes = (draft: { warnings: { code: string }[] }) => draft.warnings.map(({ code }) => code);
const modelText = (headline: string): Improvement => ({ fields: { headline }, evidence: {}, warnings: [] });

test("model running: drafting with the site's own words; ready once the model answers", async () => {
  const { id, draft, settle } = await draftWhileAsked();
  expect(draft).toMatchObject({ status: "drafting", written_by: "extractive", poll_after_ms: 1000, missing: [] });
  expect(draft.fields.name).toBe("Loafledger");
  expect(draft.progress.note).toContain("language model");
  expect(warningCodes(draft)).not.toContain("model_pending");
  expect(draft.next_actions).toMatchObject([{ tool: "get_draft", arguments: { id } }]);
  for (const [name, input] of [
    ["update_draft", { id, fields: { headline: "Too early" } }],
    ["submit_draft", { id }],
  ] as const) {
    const { body } = await server.as(key).over("REST", name, input);
    expect(body).toMatchObject({ status: 409, code: "state_conflict" });
  }

  const quote = { url: draft.url, quote: "words of the site", fetched_at: "2026-11-21T10:00:00Z" };
  const improved = await settle({
    fields: { headline: "Written by a model" },
    evidence: { headline: [quote] },
    warnings: [{ code: "model_unproven", message: "Some of it does not stand on the site." }],
  });
  expect(improved).toMatchObject({
    status: "ready",
    poll_after_ms: null,
    written_by: "claude",
    fields: { name: "Loafledger", headline: "Written by a model" },
    evidence: { headline: [quote], name: draft.evidence.name },
  });
  expect(warningCodes(improved)).toContain("model_unproven");
  await call("submit_draft", { id });
});

test("model deadline: ready with a warning, and a later response is discarded", async () => {
  const { id, draft, drained } = await draftWhileAsked();
  now = new Date(testNow.getTime() + 19_999);
  await Promise.race([server.drainJobs(), Bun.sleep(300)]);
  expect((await call("get_draft", { id })).status).toBe("drafting");

  now = new Date(testNow.getTime() + 20_000);
  const ended = server.drainJobs();
  while ((await draftById(server.store.read, id))!.status === "drafting") await Bun.sleep(5);
  const ready = await call("get_draft", { id });
  expect(ready).toMatchObject({ status: "ready", written_by: "extractive", poll_after_ms: null, fields: draft.fields });
  expect(warningCodes(ready)).toContain("model_unavailable");
  answer.resolve(modelText("Too late"));
  await Promise.all([drained, ended]);
  expect(await call("get_draft", { id })).toEqual(ready);
  now = testNow;
});

test("process dies while the model runs: ready after the deadline", async () => {
  const { id, settle } = await draftWhileAsked();
  // Another machine seems to have died: its lease does not expire for years.
  await server.store.write(async (tx) => {
    tx.$client.run("UPDATE jobs SET lease_owner = 'gone', lease_until = '2099-01-01T00:00:00Z' WHERE state = 'leased'");
  });
  expect(await settle(modelText("Written before the kill"))).toMatchObject({ status: "drafting" });
  now = new Date(testNow.getTime() + 60_000);
  await server.drainJobs();
  const ready = await call("get_draft", { id });
  expect(ready).toMatchObject({ status: "ready", written_by: "extractive" });
  expect(warningCodes(ready)).toContain("model_unavailable");
  now = testNow;
});

test("draft page: shows the site's own words first and the model's texts once they arrive", async () => {
  const email = "page-of-model@example.test";
  const browser = await signUpAs(server, email);
  const account = (await accountByEmail(server.store.read, email))!;
  const { id, settle } = await draftWhileAsked();
  await server.store.write(async (tx) => {
    tx.$client.run("UPDATE drafts SET account_id = ? WHERE id = ?", [account.id, id]);
  });
  const early = await browser.get(`/account/drafts/${id}`);
  expect(early.html).toContain("Loafledger");
  expect(early.html).toContain("From the website:");
  expect(early.html).not.toContain('value="submit"');
  expect(early.headers.get("refresh")).toContain(`/account/drafts/${id}`);
  await settle(modelText("A headline that a model wrote"));
  const late = await browser.get(`/account/drafts/${id}`);
  expect(late.html).toContain("A headline that a model wrote");
  expect(late.html).toContain('value="submit"');
  expect(late.headers.get("refresh")).toBeNull();
});

test("draft discarded before the model answers: unchanged", async () => {
  const { id, settle } = await draftWhileAsked();
  await server.store.write(async (tx) => {
    const { discardDraft } = await import("#db/queries/drafts/drafts.ts");
    await discardDraft(tx, id, new Date());
  });
  await settle(modelText("Too late"));
  expect(await draftById(server.store.read, id)).toMatchObject({ status: "expired", writtenBy: "extractive" });
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { draftById } from "../../db/queries/drafts.ts";
import type { Improvement } from "../../tools/drafts/writing.ts";
import { keyFor } from "../support/account.ts";
import { startTestServer, type TestServer } from "../support/harness.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { type ServedSite, serveSite } from "./sites/serve.ts";

/** What the model says is given by each test, when it likes. */
let answer = Promise.withResolvers<Improvement>();
let asked = 0;
let server: TestServer;
let site: ServedSite;
let key: string;

beforeAll(async () => {
  server = await startTestServer({
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

/** A draft that can be read while the model is still being asked. */
async function draftWhileAsked() {
  answer = Promise.withResolvers();
  asked = 0;
  site ??= await serveSite(plainSaas);
  const { id } = await call("submit_listing", { url: site.url });
  const drained = server.drainJobs();
  while (asked === 0) await Bun.sleep(5);
  const settle = async (improvement: Improvement) => {
    answer.resolve(improvement);
    await drained;
    return call("get_draft", { id });
  };
  return { id, settle, draft: await call("get_draft", { id }) };
}

const warningCodes = (draft: { warnings: { code: string }[] }) => draft.warnings.map(({ code }) => code);

test("the draft is there before the model answers, says so, and keeps what its person edits meanwhile", async () => {
  const { id, draft, settle } = await draftWhileAsked();
  expect(draft).toMatchObject({ status: "ready", written_by: "extractive", poll_after_ms: 1000 });
  expect(draft.fields.name).toBe("Loafledger");
  expect(warningCodes(draft)).toContain("model_pending");
  expect(draft.next_actions[0]).toMatchObject({ tool: "get_draft", arguments: { id } });

  await call("update_draft", { id, fields: { headline: "Written by its founder" } });
  const quote = { url: draft.url, quote: "words of the site", fetched_at: "2026-11-21T10:00:00Z" };
  const improved = await settle({
    fields: {
      headline: "Written by a model",
      summary: "A summary that a model wrote of the product and its bakeries.",
    },
    evidence: { headline: [quote], summary: [quote] },
    warnings: [{ code: "model_unproven", message: "Some of it does not stand on the site." }],
  });
  expect(improved).toMatchObject({
    poll_after_ms: null,
    written_by: "claude",
    fields: { headline: "Written by its founder", summary: expect.stringContaining("a model wrote") },
    evidence: { headline: draft.evidence.headline, summary: [quote] },
  });
  expect(warningCodes(improved)).toContain("model_unproven");
  expect(warningCodes(improved)).not.toContain("model_pending");
  await call("submit_draft", { id });
});

test("a draft that is gone when the model answers stays as it was", async () => {
  await site.stop();
  site = await serveSite({ ...plainSaas });
  const { id, settle } = await draftWhileAsked();
  await server.store.write(async (tx) => {
    const { discardDraft } = await import("../../db/queries/drafts.ts");
    await discardDraft(tx, id, new Date());
  });
  await settle({ fields: { headline: "Too late" }, evidence: {}, warnings: [] });
  expect(await draftById(server.store.read, id)).toMatchObject({ status: "expired", writtenBy: "extractive" });
});

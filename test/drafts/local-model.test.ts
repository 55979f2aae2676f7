import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { createDrafting } from "#bridge/jobs/drafting.ts";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import { readConfig } from "#bridge/start/config.ts";
import type { Store } from "#db/store/store.ts";
import { type ClaudeServer, message, startClaudeServer, usageRows } from "../support/fakes/claude-server.ts";
import { keyFor } from "../support/records/account.ts";
import { demoStore, emptyStore, startTestServer, testNow } from "../support/server/harness.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { serveSite } from "./sites/serve.ts";

// Whole drafts with a local server that has Claude's wire format, but neither keys nor structured outputs.

const guard = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
let local: ClaudeServer;
beforeAll(async () => {
  local = await startClaudeServer({ checksKey: false });
});
afterAll(() => local.stop());

function portsWith(environment: Record<string, string>, store: Store) {
  const services = { store, log: pino({ level: "silent" }), outbound: createOutbound(guard), now: () => testNow };
  return createDrafting(readConfig(environment), guard, services).ports;
}

/** A draft that the local server may improve, with the tokens that it used. */
async function draftWith(environment: Record<string, string>) {
  const store = await demoStore();
  const { improve, modelTimeoutMs } = portsWith({ ANTHROPIC_BASE_URL: local.url, ...environment }, store);
  const server = await startTestServer({ store, outbound: guard, drafting: { improve, modelTimeoutMs } });
  const site = await serveSite(plainSaas);
  try {
    const { key } = await keyFor(store, { scopes: ["account:read", "listings:write"] });
    const as = server.as(key);
    const { id } = (await as.over("REST", "submit_listing", { url: site.url })).body;
    await server.drainJobs();
    return { draft: (await as.over("REST", "get_draft", { id })).body, usage: usageRows(store) };
  } finally {
    await server.stop();
    await site.stop();
  }
}

/** Answers like a small model: a valid form from the first passage, with words around it. */
function smallModel(body: any) {
  if (!body.system.includes("JSON Schema")) return message("Which form do you mean?");
  const { properties } = JSON.parse(body.system.slice(body.system.indexOf("{")));
  const form = Object.entries<any>(properties).map(([field, { type }]) => [
    field,
    type === "array" ? [] : field === "pricing" ? { passages: [], model: "unknown" } : { passages: [], text: "" },
  ]);
  const headline = { passages: ["p1"], text: "Bookkeeping that a small model describes" };
  return message(`Here it is:\n${JSON.stringify({ ...Object.fromEntries(form), headline })}\nAnything else?`);
}

test("server without keys and structured outputs: improves the draft, with the cited passage as evidence", async () => {
  local.script(smallModel);
  const { draft, usage } = await draftWith({ ANTHROPIC_MODEL: "qwen3:8b" });
  expect(draft).toMatchObject({
    status: "ready",
    written_by: "claude",
    fields: { name: "Loafledger", headline: "Bookkeeping that a small model describes" },
  });
  const { url, quote, fetched_at } = draft.passages[0];
  expect(draft.evidence.headline).toEqual([{ url, quote, fetched_at }]);
  expect(draft.evidence.name).not.toBeUndefined();
  expect(local.requests.map(({ headers, body }) => [headers.authorization, body.model])).toEqual(
    Array(3).fill(["Bearer no-key", "qwen3:8b"]),
  );
  expect(usage).toMatchObject([{ requests: 3, reserved_tokens: 0 }]);
});

test("server that never answers: ready after ANTHROPIC_TIMEOUT_S with the site's own words", async () => {
  local.script("hang");
  const { draft } = await draftWith({ ANTHROPIC_TIMEOUT_S: "1" });
  expect(draft).toMatchObject({ status: "ready", written_by: "extractive", fields: { name: "Loafledger" } });
  expect(draft.warnings).toContainEqual({
    code: "model_unavailable",
    message: expect.stringContaining("took too long"),
  });
});

test("neither key nor base URL: no model", async () => {
  const store = emptyStore();
  expect(portsWith({}, store).improve).toBeNull();
  await store.close();
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { type Transport, transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let accounts = 0;
/** A separate account, so that tests do not affect each other. */
const writer = () =>
  keyFor(server.store, { email: `writer${++accounts}@example.test`, scopes: ["account:read", "listings:write"] });

/** Updates a draft, then returns the whole draft, which MCP leaves out of the response. */
async function updated(key: string, transport: Transport, id: number, fields: Record<string, unknown>) {
  const { status, body } = await server.as(key).over(transport, "update_draft", { id, fields });
  return { status, body: { ...(await server.as(key).over("REST", "get_draft", { id })).body, ...body } };
}

for (const transport of transports)
  describe(transport, () => {
    test("200: profile URL without a scheme is accepted, and a resolved warning disappears", async () => {
      const { key, account } = await writer();
      const warnings = [
        { code: "no_pricing", message: "The site does not say what it costs." },
        { code: "one_page", message: "Only one page was read." },
      ];
      const { id } = await draftFor(server.store, account.id, {
        fields: { ...completeFields, pricing: null },
        warnings,
      });
      const fields = { pricing: "free", socials: { github: "github.com/kelp", x: "https://x.com/kelp" } };
      const { body } = await updated(key, transport, id, fields);
      expect(body.fields.socials).toEqual({ github: "https://github.com/kelp", x: "https://x.com/kelp" });
      expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(["one_page"]);
    });

    test("200: changes only the fields sent and keeps the evidence", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const fields = { headline: "  Books \n for marinas ", pricing: null, seo_title: "" };
      const { status, body } = await updated(key, transport, id, fields);
      expect(status).toBe(200);
      expect(body.fields).toMatchObject({
        ...completeFields,
        headline: "Books for marinas",
        pricing: null,
        seo_title: "",
      });
      expect(body.edited_fields).toEqual(["headline", "pricing", "seo_title"]);
      expect(body.evidence.name[0].quote).toBe("Harbour Ledger");
      expect(body.changed).toEqual(["headline", "pricing", "seo_title"]);
    });

    test("200: evidence of a text is gone once the user has replaced the text", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const { body } = await updated(key, transport, id, { name: "Harbour Books" });
      expect(body.fields.name).toBe("Harbour Books");
      expect(body.evidence).not.toHaveProperty("name");
    });

    test("200: a fact that no passage contains is reported and kept", async () => {
      const { key, account } = await writer();
      const passage = { id: "p1", url: "https://harbour-ledger.example/", fetched_at: "2026-11-20T10:00:00Z" };
      const { id } = await draftFor(server.store, account.id, {
        passages: [{ ...passage, quote: "Harbour Ledger keeps the books of 40 marinas.", for: ["summary"] }],
      });
      const summary = "Harbour Ledger keeps the books of 40 marinas, and of 900 harbours.";
      const { status, body } = await updated(key, transport, id, { summary });
      expect([status, body.fields.summary, body.unsupported]).toEqual([200, summary, ["summary: 900"]]);
      expect((await server.as(key).over(transport, "get_draft", { id })).body.unsupported).toEqual([]);
    });

    test("200: null clears SEO texts, and platforms are deduplicated case-insensitively", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const platforms = ["web", "iOS", "Web", "IOS", "WEB", "Web app"];
      const fields = { seo_title: null, seo_description: null, platforms };
      const { status, body } = await updated(key, transport, id, fields);
      expect([status, body.fields]).toMatchObject([
        200,
        { seo_title: "", seo_description: "", platforms: ["web", "iOS", "Web app"] },
      ]);
    });

    test("200: all fields of get_draft, including the logo, can be sent back", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const hash = await server.store.write(async (tx) => {
        const hash = await saveAsset(tx, "image/png", new Uint8Array([1]), "2026-11-18T12:00:00.000Z");
        tx.$client.run("UPDATE drafts SET logo_hash = ? WHERE id = ?", [hash, id]);
        return hash;
      });
      const { fields } = (await server.as(key).over("REST", "get_draft", { id })).body;
      expect(fields.logo_url).toBe(`${server.url}/media/${hash}`);
      const { status, body } = await updated(key, transport, id, fields);
      expect([status, body.fields]).toEqual([200, fields]);
      const other = { logo_url: `${server.url}/media/${"cd".repeat(32)}` };
      expect((await server.as(key).over(transport, "update_draft", { id, fields: other })).status).toBe(422);
    });

    test("409: if_version is outdated", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const call = (input: object) => server.as(key).over(transport, "update_draft", { id, ...input });
      const { version } = (await server.as(key).over("REST", "get_draft", { id })).body;
      const first = await call({ fields: { headline: "Books for marinas" }, if_version: version });
      expect(first.status).toBe(200);
      expect(first.body.version).not.toBe(version);
      const late = await call({ fields: { headline: "Books for harbours" }, if_version: version });
      expect([late.status, late.body.code]).toEqual([409, "version_conflict"]);
      expect(late.body.errors[0].message).toContain(first.body.version);
      const read = (await server.as(key).over("REST", "get_draft", { id })).body;
      expect(read.fields.headline).toBe("Books for marinas");
      expect((await call({ fields: { headline: "Books for harbours" }, if_version: read.version })).status).toBe(200);
    });

    test("200: draft whose site could not be read is filled in manually", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id, {
        status: "failed",
        fields: {},
        writtenBy: null,
        errorCode: "refused",
        errorMessage: "The site refuses our crawler.",
      });
      const { status, body } = await updated(key, transport, id, { name: "Kelp" });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: "ready",
        error: null,
        warnings: [{ code: "refused" }],
        fields: { name: "Kelp" },
      });
    });

    test("409: draft is being built, submitted or expired; names its listing", async () => {
      const { key, account } = await writer();
      for (const status of ["crawling", "drafting", "submitted", "expired"] as const) {
        const { id } = await draftFor(server.store, account.id, { url: `https://${status}.example/`, status });
        const answer = await updated(key, transport, id, { name: "Kelp" });
        expect([status, answer.status, answer.body.code]).toEqual([status, 409, "state_conflict"]);
      }
      const draft = { url: "https://became.example/", status: "submitted" as const, listingId: 3 };
      const { id } = await draftFor(server.store, account.id, draft);
      const { body } = await updated(key, transport, id, { name: "Kelp" });
      expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: 3 } }]);
    });
  });

test("422: each error names its field", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const cases: [Record<string, unknown>, string][] = [
    [{}, "fields"],
    [{ name: "x".repeat(81) }, "fields.name"],
    [{ headline: "bell \u0007" }, "fields.headline"],
    [{ categories: ["invoicing", "nowhere"] }, "fields.categories.1"],
    [{ categories: ["a", "b", "c", "d"] }, "fields.categories"],
    [{ pricing: "cheap" }, "fields.pricing"],
    [{ socials: { x: "javascript:alert(1)" } }, "fields.socials.x"],
    [{ socials: { x: "https:x.example" } }, "fields.socials.x"],
    [{ socials: { x: "https://x.ex\nample" } }, "fields.socials.x"],
    [{ faqs: [{ question: "Why?" }] }, "fields.faqs.0.answer"],
    [{ logo_url: "http://127.0.0.1/logo.png" }, "fields.logo_url"],
    [{ votes: 5 }, "fields.votes"],
  ];
  for (const [fields, field] of cases) {
    const { status, body } = await server.as(key).call("update_draft", { id, fields });
    expect([field, status, body.errors?.[0]?.field]).toEqual([field, 422, field]);
  }
  expect((await server.as(key).call("get_draft", { id })).body.edited_fields).toEqual([]);
});

test("409: failed draft while another draft for the same URL is open", async () => {
  const { key, account } = await writer();
  const failed = await draftFor(server.store, account.id, {
    status: "failed",
    errorCode: "timeout",
    errorMessage: "Slow.",
  });
  const open = await draftFor(server.store, account.id);
  const { status, body } = await server.as(key).call("update_draft", { id: failed.id, fields: { name: "Kelp" } });
  expect([status, body.next_actions[0].arguments]).toEqual([409, { id: open.id }]);
});

test("409: draft whose product is already listed or drafted", async () => {
  const { key, account } = await writer();
  for (const errorCode of ["listed_already", "duplicate_draft"]) {
    const url = `https://${errorCode.replace("_", "-")}.example/`;
    const { id } = await draftFor(server.store, account.id, {
      url,
      status: "failed",
      errorCode,
      errorMessage: "It is.",
    });
    expect((await server.as(key).call("update_draft", { id, fields: { name: "Kelp" } })).status).toBe(409);
  }
});

test("logo: can be removed, or set by URL to be fetched", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const named = await server
    .as(key)
    .over("REST", "update_draft", { id, fields: { logo_url: "https://kelp.example/l.png" } });
  expect(named.body).toMatchObject({ warnings: [{ code: "logo_pending" }], poll_after_ms: 1000 });
  const removed = await server.as(key).over("REST", "update_draft", { id, fields: { logo_url: null } });
  expect(removed.body).toMatchObject({ warnings: [], fields: { logo_url: null }, poll_after_ms: null });
});

test("401 not signed in, 403 scope missing, 404 another account's draft", async () => {
  const { account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const input = { id, fields: { name: "Kelp" } };
  expect((await server.call("update_draft", input)).status).toBe(401);
  const reader = await keyFor(server.store, { email: "reader@example.test" });
  expect((await server.as(reader.key).call("update_draft", input)).status).toBe(403);
  const other = await writer();
  expect((await server.as(other.key).call("update_draft", input)).status).toBe(404);
});

test("MCP text: what changed, what is missing and a call that fills it in, in at most 1,000 characters", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id, {
    fields: { ...completeFields, headline: "", categories: [] },
    suggestedCategories: ["invoicing"],
  });
  const { text, structuredContent } = await server.as(key).mcp("update_draft", { id, fields: { pricing: "paid" } });
  expect(text).toStartWith(`Draft ${id}, version ${structuredContent.version}: changed pricing.`);
  expect(text).toContain("- headline: must have at least 10 characters (is 0).");
  const call = { id, fields: { headline: "<headline>", categories: ["invoicing"] } };
  expect(text).toContain(`Next: update_draft(${JSON.stringify(call)}): Fill in headline, categories`);
  expect(text.length).toBeLessThan(1000);
  const next = await server
    .as(key)
    .mcp("update_draft", { ...call, fields: { ...call.fields, headline: "Marina books" } });
  expect(next.text).toContain(`Next: submit_draft({"id":${id}})`);
});

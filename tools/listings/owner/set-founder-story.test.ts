import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { dayMs } from "#db/values/week.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { free, type OwnerServer, paid, startOwnerServer } from "#test/support/records/owner.ts";
import { testNow } from "#test/support/server/harness.ts";
import { describeTool } from "../../core/mcp/server.ts";
import type { AnyTool } from "../../core/operations/define.ts";
import setFounderStory from "./set-founder-story.ts";

let now = testNow;
let server: OwnerServer;
beforeAll(async () => {
  server = await startOwnerServer(() => now);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = testNow;
  await server.run(`DELETE FROM stories WHERE listing_id = ${free.listing_id}`);
});

const { listing_id } = free;
const words = (count: number, start = "word") => Array.from({ length: count }, (_, i) => `${start}${i}`).join(" ");
const whole = { how_started: words(100), problem: words(100, "b"), what_built: words(100, "c") };
const set = (input: Record<string, unknown>) =>
  server.owner.over("REST", "set_founder_story", { listing_id, ...input });
const sectionsNow = async () => (await server.owner.call("get_my_listing", { listing_id })).body.story.sections;
const editor = () => `${server.url}/account/listings/${listing_id}/story`;

for (const transport of transports)
  describe(transport, () => {
    test("200: a draft lists what is missing, each with the page that fixes it", async () => {
      const input = { listing_id, title: " Nine years\n of notes ", how_started: words(40), problem: "Short." };
      const { status, body } = await server.owner.over(transport, "set_founder_story", input);
      expect([status, body]).toEqual([
        200,
        {
          title: "Nine years of notes",
          url: editor(),
          published_at: null,
          shown_on_listing: false,
          status: "draft",
          changes: [
            { field: "title", before: "", after: "Nine years of notes" },
            { field: "how_started", before: "", after: expect.stringMatching(/^word0 word1 .*word39$/) },
            { field: "problem", before: "", after: "Short." },
          ],
          empty_sections: ["what_built", "hard_parts", "milestones", "whats_next"],
          missing: [
            { reason: "The story has 41 words; at least 300 are needed.", url: editor() },
            { reason: "1 section has 40 words or more; at least 3 are needed.", url: editor() },
          ],
        },
      ]);
    });

    test("200: a complete story is published and appears on the listing's page", async () => {
      const before = await server.shown(free);
      const input = { listing_id, title: "Nine years", ...whole };
      const { body } = await server.owner.over(transport, "set_founder_story", input);
      const url = `${server.url}/listings/${free.slug}/story`;
      const published_at = testNow.toISOString();
      expect(body).toEqual({
        title: "Nine years",
        url,
        published_at,
        shown_on_listing: true,
        status: "published",
        changes: ["title", "how_started", "problem", "what_built"].map((field) => expect.objectContaining({ field })),
        empty_sections: ["hard_parts", "milestones", "whats_next"],
        missing: [],
      });
      const after = await server.shown(free);
      expect(after.listing).toMatchObject({ story: { title: "Nine years", url }, updated_at: published_at });
      expect(after.etag).not.toBe(before.etag);
    });
  });

test("200: only the sent sections change, an empty text removes one, HTML tags stay text", async () => {
  await set({ problem: "One.\r\n\r\n\r\nTwo <b>tags</b>", whats_next: "Soon." });
  await set({ problem: undefined, whats_next: "", milestones: "Ten harbours." });
  expect(await sectionsNow()).toEqual({ problem: "One.\n\nTwo <b>tags</b>", milestones: "Ten harbours." });
});

test("200: old section names are mapped and return a Deprecation header, current names do not", async () => {
  const old = {
    story: "a",
    why_started: "b",
    journey: "c",
    challenges: "d",
    achievements: "e",
    lessons: "f",
  };
  const response = await server.send(setFounderStory, { listing_id, ...old }, { "idempotency-key": "older" });
  expect([response.status, response.headers.get("deprecation")]).toEqual([200, "@1795219200"]);
  expect(await sectionsNow()).toEqual({
    how_started: "a",
    problem: "b",
    what_built: "c",
    hard_parts: "d",
    milestones: "e",
    whats_next: "f",
  });
  const again = await server.send(setFounderStory, { listing_id, ...old }, { "idempotency-key": "older" });
  expect(again.headers.get("deprecation")).toBe("@1795219200");
  const current = await server.send(setFounderStory, { listing_id, problem: "b" });
  expect([current.status, current.headers.get("deprecation")]).toEqual([200, null]);
  const over = await server.owner.over("MCP", "set_founder_story", { listing_id, lessons: "g" });
  expect([over.status, (await sectionsNow()).whats_next]).toEqual([200, "g"]);
});

test("old names are marked as deprecated in OpenAPI and tools/list", async () => {
  const path = "/me/listings/{listing_id}/story";
  const { paths } = (await (await server.get("/openapi.json")).json()) as any;
  const sent = paths[path].put.requestBody.content["application/json"].schema.properties;
  expect([sent.lessons.deprecated, sent.whats_next.deprecated]).toEqual([true, undefined]);
  expect(Object.keys(paths[path].put.responses[200].headers)).toContain("Deprecation");
  const listed = describeTool(setFounderStory as unknown as AnyTool).inputSchema.properties as typeof sent;
  expect([listed.lessons.deprecated, listed.whats_next.deprecated]).toEqual([true, undefined]);
});

test("422: both names of one section, even with equal texts", async () => {
  const { status, body } = await server.owner.call("set_founder_story", {
    listing_id,
    story: "a",
    how_started: "a",
    lessons: "",
    whats_next: "b",
  });
  expect([status, body.errors]).toMatchObject([
    422,
    [
      { field: "story", code: "both_names", fix: "Send the text only as how_started." },
      { field: "lessons", code: "both_names" },
    ],
  ]);
  expect(await sectionsNow()).toEqual({});
});

test("edits keep published_at; one that breaks the rules unpublishes the story and says so, in a dry run too", async () => {
  await set({ title: "Nine years", ...whole });
  now = new Date(testNow.getTime() + dayMs);
  expect((await set({ problem: words(120) })).body).toMatchObject({
    status: "published",
    published_at: testNow.toISOString(),
  });
  const broken = {
    status: "draft",
    published_at: null,
    shown_on_listing: false,
    url: editor(),
    missing: [
      { reason: expect.stringContaining("unpublishes the story"), url: editor() },
      { reason: "The story has 201 words; at least 300 are needed." },
      { reason: "2 sections have 40 words or more; at least 3 are needed." },
    ],
  };
  const trial = await server.owner.mcp("set_founder_story", { listing_id, problem: "Short.", dry_run: true });
  expect(trial.structuredContent).toMatchObject({ ...broken, dry_run: true });
  expect(trial.text).toContain("unpublishes the story");
  expect((await server.shown(free)).listing.story).not.toBeNull();
  expect((await set({ problem: "Short." })).body).toMatchObject(broken);
  expect((await server.shown(free)).listing.story).toBeNull();
  expect((await set(whole)).body).toMatchObject({ status: "published", published_at: now.toISOString() });
});

test("200: an incomplete profile keeps the story a draft; a call without fields publishes it later", async () => {
  await server.run("UPDATE founders SET bio = 'Hm.' WHERE slug = 'demo-founder'");
  const { body } = await set(whole);
  expect(body).toMatchObject({
    status: "draft",
    missing: [{ reason: expect.stringContaining("The bio needs"), url: `${server.url}/account/profile` }],
  });
  await server.run(`UPDATE founders SET bio = '${words(20)}' WHERE slug = 'demo-founder'`);
  expect((await set({})).body).toMatchObject({ status: "published", missing: [] });
});

test("200: a co-founder without a profile can edit a published story, but not republish it", async () => {
  await set(whole);
  await server.run("UPDATE accounts SET founder_id = NULL WHERE email = 'founder@demo.test'");
  const corrected = await set({ how_started: words(101) });
  const broken = await set({ how_started: "" });
  const mended = await set(whole);
  await server.run(
    "UPDATE accounts SET founder_id = (SELECT id FROM founders WHERE slug = 'demo-founder') WHERE email = 'founder@demo.test'",
  );
  expect(corrected.body).toMatchObject({ status: "published", missing: [] });
  expect(broken.body.missing).toContainEqual(expect.objectContaining({ reason: "There is no founder profile yet." }));
  expect(mended.body).toMatchObject({
    status: "draft",
    missing: [{ reason: "There is no founder profile yet.", url: `${server.url}/account/profile` }],
  });
});

test("200: a story without a title gets a default title for readers", async () => {
  expect((await set({ ...whole })).body).toMatchObject({ title: "", status: "published" });
  expect((await server.shown(free)).listing.story.title).toBe("The story of Harbourlist");
  const { stories } = (await server.call("get_founder", { slug: "demo-founder" })).body;
  expect(stories.map(({ title }: { title: string }) => title)).toContain("The story of Harbourlist");
});

for (const transport of transports)
  test(`200: a complete story is a draft until the listing is live (${transport})`, async () => {
    const { status, body } = await server.owner.over(transport, "set_founder_story", { listing_id: 95, ...whole });
    expect([status, body]).toEqual([
      200,
      {
        title: "",
        url: `${server.url}/account/listings/95/story`,
        published_at: null,
        shown_on_listing: false,
        status: "draft",
        changes: ["how_started", "problem", "what_built"].map((field) => expect.objectContaining({ field })),
        empty_sections: ["hard_parts", "milestones", "whats_next"],
        missing: [{ reason: "listing_not_live", url: `${server.url}/account/listings/95` }],
      },
    ]);
    const { story } = (await server.owner.call("get_my_listing", { listing_id: 95 })).body;
    expect(story).toMatchObject({ status: "draft", url: body.url, published_at: null, missing: body.missing });
    await server.run("DELETE FROM stories WHERE listing_id = 95");
  });

test("a dry run shows old and new text; a real edit names only the sections", async () => {
  await set({ problem: "It is hard." });
  const input = { listing_id, problem: "It is very hard.", whats_next: "A year view." };
  const { text } = await server.owner.mcp("set_founder_story", { ...input, dry_run: true });
  expect(text).toContain('problem: "It is hard." → "It is very hard."\nwhats_next: empty → "A year view."');
  expect((await server.owner.mcp("set_founder_story", input)).text).toContain("Changed: problem, whats_next\n");
});

test("200: a repeated sentence counts once, in one section and across sections", async () => {
  const repeated = `${words(20)}. `.repeat(5);
  const { body } = await set({ how_started: repeated, problem: repeated, what_built: repeated });
  expect(body.missing[0].reason).toBe(
    "The story has 20 words; at least 300 are needed. A repeated sentence counts once.",
  );
});

test("200: a complete unpublished story says how to publish it", async () => {
  await set(whole);
  await server.run(`UPDATE stories SET is_whole = 0, published_at = NULL WHERE listing_id = ${listing_id}`);
  const { story } = (await server.owner.call("get_my_listing", { listing_id })).body;
  expect(story).toMatchObject({ status: "draft", missing: [{ reason: expect.stringContaining("Save it again") }] });
  expect((await set({})).body).toMatchObject({ status: "published", missing: [] });
});

test("a change adds one audit entry, a call without changes none; the version stays", async () => {
  const version = (await server.owner.call("get_my_listing", { listing_id })).body.version;
  await set({ problem: "One." });
  const change = await server.latestChange(`listing:${listing_id}`);
  expect(change).toMatchObject({
    action: "set_founder_story",
    before: { story: { problem: "" } },
    after: { story: { problem: "One." } },
  });
  await set({ problem: " One. " });
  expect((await server.latestChange(`listing:${listing_id}`)).id).toBe(change.id);
  expect((await server.owner.call("get_my_listing", { listing_id })).body.version).toBe(version);
});

test("422: texts that are too long, control characters, unknown sections", async () => {
  const cases: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ title: "x".repeat(121) }, { field: "title", limit: 120, actual: 121 }],
    [{ problem: "x".repeat(10_001) }, { field: "problem", limit: 10_000, actual: 10_001 }],
    [{ lessons: "a\u0007" }, { field: "lessons", message: "must not contain control characters" }],
    [{ whats_nxt: "a" }, { field: "whats_nxt", fix: "Did you mean whats_next?" }],
  ];
  for (const [input, error] of cases) {
    const { status, body } = await server.owner.call("set_founder_story", { listing_id, ...input });
    expect([status, body.errors]).toMatchObject([422, [error]]);
  }
});

test("401, 403, 404", async () => {
  expect(await server.refusals("set_founder_story", { listing_id: paid.listing_id, title: "Mine" })).toEqual([
    401, 403, 404,
  ]);
});

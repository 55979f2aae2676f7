import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allScopes } from "#auth/scopes.ts";
import { suggestField } from "#tools/core/errors/field-names.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { inputJsonSchema } from "#tools/core/schema/json-schema.ts";
import { tools } from "#tools/registry.ts";
import type { ToolCaller } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import { draftFor } from "../support/records/draft.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
let signedIn: ToolCaller;
let everything: ToolCaller;
let draft: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  const { key, account } = await keyFor(server.store, { scopes: ["account:read", "listings:write"] });
  signedIn = server.as(key);
  draft = await draftFor(server.store, account.id);
  everything = server.as((await keyFor(server.store, { scopes: [...allScopes] })).key);
});
afterAll(() => server.stop());

async function faultsOf(name: string, input: Record<string, unknown>): Promise<[string, string | undefined][]> {
  const { status, body } = await signedIn.over("MCP", name, input);
  expect([name, status]).toEqual([name, 422]);
  return body.errors.map(({ field, fix, message }: any) => [field, fix ?? message]);
}

describe("field names", () => {
  test.each([
    ["search_listings", { query: "photo" }, "query", "q"],
    ["search_listings", { q: "photo", limit: 5 }, "limit", "per_page"],
    ["search_listings", { perPage: 5 }, "perPage", "per_page"],
    ["search_listings", { search: "photo" }, "search", "q"],
    ["search_listings", { orderBy: "votes" }, "orderBy", "sort"],
    ["search_listings", { catgory: "media" }, "catgory", "category"],
    ["search_listings", { categories: ["media"] }, "categories", "category"],
    ["get_listing", { name: "lumenroll" }, "name", "slug"],
    ["get_alternatives", { slug: "lumenroll", count: 3 }, "count", "limit"],
    ["get_draft", { draft_id: 1 }, "draft_id", "id"],
    ["get_my_listing", { listing: 3 }, "listing", "listing_id"],
    ["submit_listing", { website: "https://example.com" }, "website", "url"],
    ["update_draft", { id: 1, changes: { name: "A" } }, "changes", "fields"],
    ["update_draft", { id: 1, fields: { headlin: "A" } }, "fields.headlin", "fields.headline"],
    ["update_draft", { id: 1, fields: { Name: "A" } }, "fields.Name", "fields.name"],
    ["update_draft", { id: 1, fields: { category: "A" } }, "fields.category", "fields.categories"],
  ])("%s %j: one error that suggests the right field", async (name, input, field, meant) => {
    expect(await faultsOf(name, input)).toEqual([[field, `Did you mean ${meant}?`]]);
  });

  test("an id never stands for another kind of id", () => {
    const kindOf = (field: string) => (field === "id" ? "draft_id" : field);
    const ids = new Set(tools.flatMap(({ input }) => Object.keys(input.shape)).filter((name) => /(^|_)id$/.test(name)));
    expect([...ids]).toContain("milestone_id");
    for (const { name: tool, input } of tools)
      for (const sent of [...ids, "listing", "company", "product"]) {
        const suggestion = suggestField(
          sent,
          Object.keys(input.shape).filter((field) => field !== sent),
        );
        if (suggestion === null || !ids.has(suggestion)) continue;
        const meant = sent.endsWith("id") ? kindOf(sent) : `${sent}_id`;
        expect([tool, sent, kindOf(suggestion)]).toEqual([tool, sent, meant]);
      }
  });

  test("unknown field without a similar name: the error lists the valid fields", async () => {
    for (const field of ["zzz", "constructor", "toString", "hasOwnProperty"])
      expect(await faultsOf("get_listing", { slug: "lumenroll", [field]: 1 })).toEqual([
        [field, "Remove it. Valid fields: slug."],
      ]);
    // A single letter has no close match.
    expect(await faultsOf("search_listings", { x: "photo" })).toMatchObject([["x", expect.stringMatching(/^Remove/)]]);
    expect(await faultsOf("get_site_info", { verbose: true })).toEqual([
      ["verbose", "Remove it. No fields are allowed here."],
    ]);
  });

  test("unknown tool: the error suggests the right one", async () => {
    for (const [name, meant] of [
      ["getListing", "get_listing"],
      ["search_listing", "search_listings"],
      ["list-categories", "list_categories"],
    ])
      expect(server.mcp(name!)).rejects.toThrow(`Did you mean ${meant}?`);
    expect(server.mcp("constructor")).rejects.toThrow("tools/list returns all tools");
  });
});

describe("values", () => {
  const total = async (input: Record<string, unknown>) => (await server.call("search_listings", input)).body;

  test("numerals, booleans, case, single values and empty values: converted", async () => {
    const { mcp } = server;
    const same = async (name: string, written: Record<string, unknown>, meant: Record<string, unknown>) =>
      expect([written, (await mcp(name, written)).structuredContent]).toEqual([
        written,
        (await mcp(name, meant)).structuredContent,
      ]);
    await same("search_listings", { per_page: "3", verified: "True" }, { per_page: 3, verified: true });
    await same("search_listings", { pricing: "Open Source", sort: "Votes" }, { pricing: "open-source", sort: "votes" });
    await same("search_listings", { q: "photo", category: "", pricing: null, min_dr: "" }, { q: "photo" });
    await same("compare_listings", { slugs: "lumenroll, framevault" }, { slugs: ["lumenroll", "framevault"] });
    await same("compare_listings", { slugs: '["lumenroll","framevault"]' }, { slugs: ["lumenroll", "framevault"] });
    await same("get_listing", { slug: " LumenRoll " }, { slug: "lumenroll" });
    await same("search_listings", { updated_since: "2026-11-01" }, { updated_since: "2026-11-01T00:00:00Z" });
  });

  test("PATCH: values are converted, but null and empty text are kept because they clear fields", async () => {
    const fields = { platforms: '["Web"]', pricing: "Free" };
    const { status } = await signedIn.over("MCP", "update_draft", { id: draft.id, fields });
    const { body } = await signedIn.over("REST", "get_draft", { id: draft.id });
    expect([status, body.fields]).toMatchObject([200, { platforms: ["Web"], pricing: "free" }]);
    expect(await faultsOf("update_draft", { id: draft.id, fields: { headline: null } })).toEqual([
      ["fields.headline", "must be a string"],
    ]);
  });

  test("empty required field: reported as missing", async () => {
    expect(await faultsOf("get_listing", { slug: "" })).toEqual([["slug", "is required"]]);
    expect(await faultsOf("submit_listing", { url: null })).toEqual([["url", "is required"]]);
  });

  test("unknown choice: one error with the closest match", async () => {
    expect(await faultsOf("search_listings", { sort: "vote" })).toEqual([
      ["sort", "Did you mean votes? Use one of: relevance, newest, votes, dr."],
    ]);
    expect((await server.mcp("get_leaderboard", { board: "Community Weekly" })).isError).toBe(false);
  });

  test("value or list: the error uses the field name as sent", async () => {
    expect(await faultsOf("search_listings", { pricing: "fre" })).toMatchObject([
      ["pricing", expect.stringMatching(/^Did you mean free\?/)],
    ]);
    expect(await faultsOf("search_listings", { category: "c++" })).toMatchObject([["category", expect.any(String)]]);
    expect(await faultsOf("search_listings", { pricing: "free, cheap" })).toMatchObject([
      ["pricing.1", expect.any(String)],
    ]);
  });

  test("social profiles: accept unlisted platforms but no invalid keys", async () => {
    const update = (socials: Record<string, string>) =>
      signedIn.over("MCP", "update_draft", { id: draft.id, fields: { socials } });
    const peertube = "https://video.example/@acme";
    expect((await update({ peertube })).status).toBe(200);
    const { fields } = (await signedIn.over("REST", "get_draft", { id: draft.id })).body;
    expect(fields.socials).toEqual({ peertube });
    const { body } = await update(JSON.parse(`{"__proto__":"${peertube}"}`));
    expect(body.errors).toMatchObject([{ field: "fields.socials.__proto__" }]);
    expect((await update({ github: "nowhere" })).body.errors).toMatchObject([{ field: "fields.socials.github" }]);
  });

  test("422: future week as a filter of live listings", async () => {
    expect((await total({ week: "next" })).errors).toMatchObject([{ field: "week", code: "future_week" }]);
    expect(await total({ week: "last week" })).toEqual(await total({ week: "2026-W46" }));
  });
});

describe("REST accepts only the declared types", () => {
  /** Values of another type that could be converted to the declared one. */
  const convertible = (schema: any): unknown[] => {
    const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }: any) => type)].flat();
    const example = schema.examples?.[0];
    if (types.includes("array")) return ["all", '["all"]', {}, 5, ...(example ? [example[0]] : [])];
    if (types.includes("object")) return ["{}", []];
    if (types.includes("integer") || types.includes("number")) return ["5", "", true];
    if (types.includes("boolean")) return ["true", 1];
    return [5, true, ["a"], ...(types.includes("null") ? [] : [null])];
  };
  const put = (given: any, [name, ...rest]: string[], value: unknown): any =>
    name === "[]"
      ? [put(Array.isArray(given) ? (given[0] ?? {}) : {}, rest, value)]
      : { ...given, [name!]: rest.length > 0 ? put(given?.[name!], rest, value) : value };
  const fieldsOf = (schema: any, path: string[] = []): [path: string[], schema: any][] =>
    schema.items
      ? fieldsOf(schema.items, [...path, "[]"])
      : Object.entries<any>(schema.properties ?? {}).flatMap(([name, inner]) => [
          [[...path, name], inner] as [string[], any],
          ...fieldsOf(inner, [...path, name]),
        ]);
  const inBody = (tool: AnyTool, [name]: string[]) => !tool.rest.path.includes(`{${name}}`);

  for (const tool of tools.filter(({ rest }) => rest.method !== "GET"))
    test(tool.name, async () => {
      for (const [path, schema] of fieldsOf(inputJsonSchema(tool.input)).filter(([path]) => inBody(tool, path)))
        for (const wrong of convertible(schema)) {
          const { status, body } = await everything.over("REST", tool.name, put(tool.examples[0], path, wrong));
          const field = path.join(".").replaceAll("[]", "0");
          const named = status === 422 && body.errors.some((error: any) => error.field.startsWith(field));
          expect([path, wrong, status, named]).toEqual([path, wrong, 422, true]);
        }
    });

  test("obvious values: converted by MCP, rejected by REST", async () => {
    const fields = JSON.stringify({ headline: "Bookkeeping for marinas of any size" });
    for (const input of [{ fields }, { fields: { platforms: "Web, iOS" } }, { fields: { pricing: "Free" } }]) {
      expect([input, await signedIn.over("REST", "update_draft", { id: draft.id, ...input })]).toMatchObject([
        input,
        { status: 422, body: { code: "validation_failed" } },
      ]);
      expect([input, await signedIn.over("MCP", "update_draft", { id: draft.id, ...input })]).toMatchObject([
        input,
        { status: 200 },
      ]);
    }
  });

  test("query and path: text is parsed as the declared type", async () => {
    const read = async (path: string) => (await server.get(path)).status;
    expect(
      await read("/listings?per_page=3&verified=true&pricing=Open%20Source&min_dr=40&category=media,privacy"),
    ).toBe(422);
    expect(await read("/listings?per_page=3&verified=true&pricing=Open%20Source&min_dr=40&category=media")).toBe(200);
    expect((await signedIn.over("REST", "get_draft", { id: String(draft.id) })).status).toBe(200);
  });
});

describe("unknown slugs", () => {
  test.each([
    ["get_listing", "lumenrol", "lumenroll"],
    ["get_listing", "lumen-roll", "lumenroll"],
    ["get_badges", "lumneroll", "lumenroll"],
    ["get_alternatives", "lumenrolls", "lumenroll"],
    ["get_category", "medai", "media"],
    ["get_founder", "amara-okonja", "amara-okonjo"],
    ["get_blog_post", "how-launch-week-work", "how-launch-weeks-work"],
  ])("404: %s %s suggests %s", async (name, slug, near) => {
    const { status, body } = await server.call(name, { slug });
    expect([status, body.detail]).toEqual([404, expect.stringContaining(`Did you mean "${near}"?`)]);
    const [retry, find] = body.next_actions;
    expect(retry).toMatchObject({ tool: name, arguments: { slug: near } });
    expect((await server.call(retry.tool, retry.arguments)).status).toBe(200);
    expect(find.tool).toMatch(/^(search|list)_/);
  });

  test("404: compare_listings suggests the call with the corrected slug", async () => {
    const { body } = await server.call("compare_listings", { slugs: ["framevault", "lumenrol"] });
    expect(body.next_actions[0]).toMatchObject({ arguments: { slugs: ["framevault", "lumenroll"] } });
  });

  test("404: no similar slug, no suggestion", async () => {
    const { body } = await server.call("get_listing", { slug: "no-such-thing-at-all" });
    expect(body.detail).not.toContain("Did you mean");
    expect(body.next_actions).toMatchObject([{ tool: "search_listings" }]);
  });

  test("422: filters and lists suggest slugs too", async () => {
    expect(await faultsOf("search_listings", { category: "medai" })).toEqual([
      ["category", "Did you mean media? Use a slug from list_categories."],
    ]);
    expect(await faultsOf("list_awards", { listing: "talyglass" })).toEqual([
      ["listing", "Did you mean tallyglass? Use a slug from search_listings."],
    ]);
    expect(await faultsOf("update_draft", { id: draft.id, fields: { categories: ["invoiceing"] } })).toEqual([
      ["fields.categories.0", "Did you mean invoicing? Choose a slug from list_categories."],
    ]);
  });
});

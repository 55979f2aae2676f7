import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { identity } from "#bridge/http/mcp/serve-mcp.ts";
import { type NextAction, Problem, problemBody } from "#tools/core/errors/errors.ts";
import { filterByToolSet, personPage } from "#tools/core/mcp/filter-by-tool-set.ts";
import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import { describeTools, resultOf } from "#tools/core/mcp/server.ts";
import { answerExamples } from "#tools/core/openapi/answers.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import { tools } from "#tools/registry.ts";
import { actionsIn } from "../support/clients/actions.ts";
import { json, modernHeaders } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { visitor } from "../support/clients/visitor.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const base = "http://localhost";
const site = { base, name: "Slipway" };
const setAt = (query: string): ToolSet => toolSetAt(tools, new URLSearchParams(query));
const sets = [...profiles.map(({ name }) => `profile=${name}`), ...tools.map(({ name }) => `tools=${name}`)];

/** Returns the names of tools outside a set that occur in a value. */
const strangersIn = ({ excludedTools: outside }: ToolSet, value: unknown): string[] => {
  const said = JSON.stringify(value);
  return [...outside.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(said));
};

const eras = ["2026-07-28", "2025-11-25"] as const;

/** Sends a raw message to one of the endpoints. */
async function send(era: (typeof eras)[number], query: string, method: string, params: Record<string, unknown> = {}) {
  const isModern = era === "2026-07-28";
  const response = await fetch(`${server.url}/mcp?${query}`, {
    method: "POST",
    headers: isModern ? modernHeaders(method, params.name as string) : { ...json, "mcp-protocol-version": era },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, ...(isModern && { _meta: modernMeta }) },
    }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

describe("profile", () => {
  test.each([
    ["read", 6000],
    ["owner", 13_000],
    ["no-commerce", 13_000],
  ])("%s: at most %i tokens", (name, most) => {
    const set = setAt(`profile=${name}`);
    const text = JSON.stringify({ tools: describeTools(set.tools, filterByToolSet(set)) });
    expect(Math.max(countO200k(text), countCl100k(text))).toBeLessThanOrEqual(most);
  });

  test("tools: match the purpose of each profile", () => {
    const { byName: read } = setAt("profile=read");
    expect([...read.values()].filter(({ effect, scopes }) => effect !== "read" || scopes.length > 0)).toEqual([]);
    const { byName: owner } = setAt("profile=owner");
    for (const { name, scopes } of tools) if (scopes.length > 0) expect([name, owner.has(name)]).toEqual([name, true]);
    expect(owner.has("get_leaderboard")).toBe(false);
    const { excludedTools: outside } = setAt("profile=no-commerce");
    const orders = ["list_products", "quote_order", "create_checkout", "list_my_orders", "get_order"];
    expect([...outside.keys()]).toEqual(orders);
  });
});

describe.each(sets)("%s: names no tool outside the set", (query) => {
  const set = setAt(query);
  const bounds = filterByToolSet(set);

  test("list and instructions", () => {
    const list = describeTools(set.tools, bounds);
    expect(strangersIn(set, list)).toEqual([]);
    expect(list.filter(({ description }) => !description)).toEqual([]);
    expect(strangersIn(set, bounds!.words(identity.instructions))).toEqual([]);
  });

  test("results and problems", () => {
    for (const tool of set.tools)
      for (const output of answerExamples(base)[tool.name] as Record<string, unknown>[]) {
        const result = resultOf(tool, { output }, bounds, site);
        expect([tool.name, strangersIn(set, result)]).toEqual([tool.name, []]);
        // A filtered output must still match the declared schema.
        const shown = tool.output.safeParse(bounds!.output(output, base));
        expect([tool.name, shown.error?.issues]).toEqual([tool.name, undefined]);
      }
    for (const tool of set.tools) {
      const nextActions = tools.map(({ name }): NextAction => ({ tool: name, why: `Call ${name}.`, who: "agent" }));
      const fix = tools.map(({ name }) => `Take an id from ${name}.`).join(" ");
      const errors = [{ field: "id", code: "unknown", message: "names nothing", fix }];
      const problem = new Problem("not_found", "There is none. Find one with search_listings.", {
        nextActions,
        errors,
      });
      const about = { docsUrl: `${base}/docs`, instance: "/mcp", requestId: "1" };
      const result = resultOf(tool, { problem, body: problemBody(problem, about) }, bounds, site);
      expect(strangersIn(set, result)).toEqual([]);
      expect(JSON.stringify(result)).toContain(set.tools[0]!.name);
    }
  });
});

describe("references to tools that are not offered", () => {
  const bounds = filterByToolSet(setAt("tools=get_listing"))!;
  const { text, words } = bounds;

  test.each([
    ["Find it. Call search_listings for more. Then go on.", "Find it. Then go on."],
    ["Answers the interview (list_interview_questions) here.", "Answers the interview here."],
    ["It is fetched; get_my_listing says whether it came.", "It is fetched."],
    ["Claim it (claim_listing, or https://a.test/claim).", 'Claim it ("Claim a listing", or https://a.test/claim).'],
    ["Fill it in with update_draft", 'Fill it in with "Update a draft"'],
    ["Call get_listing.", "Call get_listing."],
  ])("%s", (said, left) => {
    expect(words(said)).toBe(left);
  });

  test("user content: unchanged in data and text", () => {
    const summary = "Call search_listings first. It is a tool of ours.";
    const output = { name: "A", summary, items: ["get_draft"], next_actions: [] };
    expect(bounds.output(output, base)).toEqual(output);
    const said = `A: ${summary} Find others with search_listings.\nFind more with list_categories.\n> get_draft.`;
    expect(text(said, output)).toBe(`A: ${summary}\n> get_draft.`);
  });

  test("next action of another tool: becomes a link to its page or is removed", () => {
    const actions: NextAction[] = [
      { tool: "claim_listing", arguments: { slug: "a b" }, why: "Claim it.", who: "agent" },
      { tool: "quote_order", arguments: {}, why: "Get a price.", who: "agent" },
      { tool: "get_listing", arguments: { slug: "a" }, why: "Read it.", who: "agent" },
      { why: "Sign it.", who: "human", url: `${base}/account` },
    ];
    expect(bounds.output({ next_actions: actions, blockers: [{ next_action: actions[1] }] }, base)).toEqual({
      next_actions: [{ why: "Claim it.", who: "human", url: `${base}/listings/a%20b/claim` }, actions[2], actions[3]],
      blockers: [{ next_action: { why: "Get a price.", who: "agent" } }],
    });
  });
});

test("page of every tool: 200", async () => {
  const { email, password } = await demoFounder(server.store);
  const browser = visitor(server);
  await browser.post("/sign-in", { email, password });
  for (const tool of tools)
    for (const example of tool.examples) {
      const path = personPage(tool, example as Record<string, unknown>);
      if (path !== undefined)
        expect([tool.name, path, (await browser.get(path)).status]).toEqual([tool.name, path, 200]);
    }
});

describe.each(eras)("over %s", (era) => {
  const call = (query: string, name: string, input = {}) => send(era, query, "tools/call", { name, arguments: input });

  test("tool outside the set: the error names an endpoint that has it, before any 401", async () => {
    for (const query of ["profile=read", "tools=get_listing"]) {
      const { body } = await call(query, "create_checkout", { items: [] });
      expect(body.error).toMatchObject({ code: -32602 });
      expect(body.error.message).toContain(`create_checkout is not offered at this URL, /mcp?${query}.`);
      expect(body.error.message).toContain("/mcp or /mcp?profile=owner");
    }
    expect((await call("profile=owner", "create_checkout")).status).toBe(401);
    expect((await call("profile=read", "search_listing")).body.error.message).toContain(
      "Did you mean search_listings?",
    );
  });

  test.each([
    ["profile=reed", 'There is no profile "reed". Did you mean read? Valid values: read, owner, no-commerce'],
    ["profile=", 'There is no profile "".'],
    ["profile=constructor", 'There is no profile "constructor".'],
    ["profile=read&profile=owner", 'There is no profile "read,owner".'],
    [
      "tools=get_listing,get_lising",
      'There is no tool "get_lising". Did you mean get_listing? Valid values: get_site_info',
    ],
    ["tools=", 'There is no tool "".'],
    ["tools=__proto__", 'There is no tool "__proto__".'],
    ["profile=read&tools=get_listing", "Send either profile or tools"],
  ])("%s: rejected with the available names", async (query, said) => {
    for (const method of ["tools/list", "initialize"]) {
      const { status, body } = await send(era, query, method);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { code: -32600, message: expect.stringContaining(said) } });
    }
  });

  test("response: names tools of the set and pages instead of others", async () => {
    const typo = { slug: "lumenrol" };
    const bounded = (await call("tools=get_listing", "get_listing", typo)).body.result;
    expect(actionsIn(bounded.structuredContent)).toEqual([
      { tool: "get_listing", arguments: { slug: "lumenroll" }, why: expect.any(String), who: "agent" },
      { why: "Search for the product by name to find its slug.", who: "human", url: `${server.url}/search?q=lumenrol` },
    ]);
    expect(bounded.content[0].text).not.toContain("search_listings");
    const whole = (await call("", "get_listing", typo)).body.result;
    expect(whole.content[0].text).toContain("search_listings");
    expect((await call("utm_source=x", "get_listing", typo)).body.result.content).toEqual(whole.content);
  });
});

describe("clients of the SDK", () => {
  const info = { name: "slipway-test", version: "1" };
  const address = () => new URL(`${server.url}/mcp?profile=read`);

  async function useProfile(client: Pick<Client, "listTools" | "callTool" | "getInstructions">) {
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(setAt("profile=read").tools.map(({ name }) => name));
    expect(client.getInstructions()).toContain("/mcp?profile=read");
    expect(strangersIn(setAt("profile=read"), client.getInstructions())).toEqual([]);
    const found = await client.callTool({ name: "search_listings", arguments: { q: "photo" } });
    expect(found.isError).toBeFalsy();
    const outside = client.callTool({ name: "submit_listing", arguments: { url: "a.test" } });
    expect(await outside.catch((error: Error) => error.message)).toContain("/mcp?profile=owner");
  }

  test("2026-07-28: uses the profile", async () => {
    const client = new ModernClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new ModernTransport(address()));
    await useProfile(client as unknown as Client);
    await client.close();
  });

  test("2025-11-25: uses the profile", async () => {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(address()));
    await useProfile(client);
    await client.close();
  });
});

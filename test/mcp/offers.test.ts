import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as z from "zod";
import { prompts } from "#bridge/http/mcp/prompts.ts";
import { tools } from "#tools/registry.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ key } = await demoFounder(server.store));
});
afterAll(() => server.stop());

const info = { name: "slipway-test", version: "1" };
const eras = ["2026-07-28", "2025-11-25"] as const;
type Era = (typeof eras)[number];

/** The SDK's own client of a protocol era, connected to one of the endpoints. */
async function connect(era: Era, query = "", bearer?: string): Promise<Client> {
  const address = new URL(`${server.url}/mcp${query}`);
  const options = bearer ? { requestInit: { headers: { authorization: `Bearer ${bearer}` } } } : {};
  if (era === "2025-11-25") {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(address, options));
    return client;
  }
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernTransport(address, options));
  return client as unknown as Client;
}

/** Accepts any result unchanged. */
const anything = z.looseObject({});

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "it was answered",
    (error: Error & { code?: number }) => `${error.code} ${error.message}`,
  );

describe.each(eras)("over %s", (era) => {
  let anyone: Client;
  let founder: Client;
  beforeAll(async () => {
    anyone = await connect(era);
    founder = await connect(era, "", key);
  });
  afterAll(async () => {
    await anyone.close();
    await founder.close();
  });

  const textOf = async (client: Client, uri: string) => {
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: expect.any(String) }]);
    return (contents[0] as { text: string }).text;
  };

  test("resource or template: same content as its tool", async () => {
    const { resources } = await anyone.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("slipway://categories");
    for (const { uri, icons } of resources) {
      if (uri.startsWith("ui://") || uri.startsWith("skill://")) continue;
      expect(icons).toEqual([{ src: `${server.url}/favicon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }]);
      const { page } = tools.find((tool) => tool.effect === "read" && `slipway:/${tool.page}` === uri)!;
      const tool = tools.find((one) => one.page === page && one.effect === "read")!;
      // Resources have no pagination.
      const input = "per_page" in tool.input.shape ? { per_page: 100 } : {};
      expect(await textOf(founder, uri)).toBe((await server.as(key).mcp(tool.name, input)).text);
    }
    const { resourceTemplates } = await anyone.listResourceTemplates();
    expect(resourceTemplates.length).toBeGreaterThan(7);
    for (const { uriTemplate } of resourceTemplates) {
      const tool = tools.find((one) => one.effect === "read" && `slipway:/${one.page}` === uriTemplate)!;
      for (const example of tool.examples as Record<string, unknown>[]) {
        const [field] = /(?<=\{)\w+/.exec(uriTemplate)!;
        const uri = uriTemplate.replace(/\{\w+\}/, encodeURIComponent(String(example[field])));
        expect(await textOf(founder, uri)).toBe(
          (await server.as(key).mcp(tool.name, { [field]: example[field] })).text,
        );
      }
    }
  });

  test.each([
    ["slipway://listings/lumenrol", "Did you mean"],
    ["slipway://listings/", "There is no resource"],
    ["slipway://listings/a%zz", "There is no resource"],
    ["slipway://listings/a?b=c", "There is no resource"],
    ["slipway://listings/lumenroll/story/x", "There is no resource"],
    ["slipway://listing/lumenroll", "There is no resource"],
    ["slipway://categoris", "Did you mean slipway://categories?"],
    ["slipway://launches/2026-W99", "week"],
    ["file:///etc/passwd", "There is no resource"],
    ["constructor", "There is no resource"],
    [`slipway://listings/${"x".repeat(5000)}`, "There is no resource"],
    ["slipway://listings/%00", "slug: must consist of letters"],
  ])("%s: rejected with the reason", async (uri, said) => {
    const told = await refusal(founder.readResource({ uri }));
    expect(told).toStartWith("-32602 ");
    expect(told).toContain(said);
  });

  test("foreign draft: not found; not signed in: asked to sign in", async () => {
    expect(await refusal(founder.readResource({ uri: "slipway://account/drafts/99999" }))).toContain(
      "There is no draft",
    );
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "resources/read",
        params: { uri: "slipway://account/drafts" },
      }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("resource_metadata=");
  });

  test("app of a tool: listed, publicly readable and self-contained", async () => {
    expect(anyone.getServerCapabilities()?.extensions).toMatchObject({ "io.modelcontextprotocol/ui": {} });
    const { tools: listed } = await anyone.listTools();
    const named = listed.flatMap(({ name, _meta }) => (_meta?.ui ? [[name, (_meta.ui as any).resourceUri]] : []));
    expect(Object.fromEntries(named)).toEqual({
      get_draft: "ui://slipway/draft",
      quote_order: "ui://slipway/quote",
      create_checkout: "ui://slipway/quote",
      get_order: "ui://slipway/quote",
      get_leaderboard: "ui://slipway/board",
      get_launch_week: "ui://slipway/board",
    });
    const appsOf = async (client: Client) =>
      (await client.listResources()).resources.filter(({ uri }) => uri.startsWith("ui://"));
    const apps = await appsOf(anyone);
    expect(new Set(apps.map(({ uri }) => uri))).toEqual(new Set(named.map(([, uri]) => uri)));
    const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    for (const { uri, mimeType, _meta } of apps) {
      expect({ mimeType, _meta }).toEqual({
        mimeType: "text/html;profile=mcp-app",
        _meta: { ui: { csp, prefersBorder: true } },
      });
      const { contents } = await anyone.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType, _meta, text: expect.stringMatching(/^<!doctype html>/) }]);
      const { text } = contents[0] as { text: string };
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      expect(new Set(text.match(/\w+:\/\/[^"' )\\]+/g))).toEqual(new Set([server.url]));
      expect(text.match(/<script/g)).toHaveLength(2);
    }
    expect(await refusal(anyone.readResource({ uri: "ui://slipway/drafts" }))).toContain(
      "Did you mean ui://slipway/draft?",
    );
    const reader = await connect(era, "?profile=read");
    expect((await appsOf(reader)).map(({ uri }) => uri)).toEqual(["ui://slipway/board"]);
    expect(await refusal(reader.readResource({ uri: "ui://slipway/quote" }))).toContain("There is no resource");
    await reader.close();
  });

  test("prompts: name existing tools and include their arguments", async () => {
    const { prompts: listed } = await anyone.listPrompts();
    expect(listed.map(({ name }) => name)).toEqual([
      "launch-my-product",
      "claim-my-listing",
      "what-is-missing",
      "compare-for-me",
    ]);
    const given: Record<string, string> = {
      url: "https://a.test",
      slug: "lumenroll",
      need: "photo\nbackup",
      method: "dns",
    };
    for (const { name, arguments: fields = [] } of listed) {
      const own = Object.fromEntries(
        fields.flatMap((field) => (given[field.name] ? [[field.name, given[field.name]!]] : [])),
      );
      const { messages } = await anyone.getPrompt({ name, arguments: own });
      const { text } = messages[0]!.content as { text: string };
      for (const value of Object.values(own)) expect(text).toContain(value.replace("\n", " "));
      const named = tools.filter((tool) => new RegExp(`\\b${tool.name}\\b`).test(text)).map((tool) => tool.name);
      const { tools: declared } = prompts.find((prompt) => prompt.name === name)!;
      expect(declared).toEqual(expect.arrayContaining(named));
      expect(named.length).toBeGreaterThan(2);
    }
    const ask = (name: string, input: Record<string, string>) => refusal(anyone.getPrompt({ name, arguments: input }));
    expect(await ask("compare-for-me", {})).toContain("need is missing");
    expect(await ask("compare-for-me", { need: "x", categry: "media" })).toContain("Did you mean category?");
    expect(await ask("compare", {})).toContain("Valid values: launch-my-product");
    expect(await ask("compare-for-me", { need: "x".repeat(501) })).toContain("500 characters");
  });

  const completed = async (client: Client, ref: Record<string, string>, name: string, value: string) =>
    (await client.complete({ ref: ref as { type: "ref/resource"; uri: string }, argument: { name, value } }))
      .completion;
  const atTemplate = (uri: string) => ({ type: "ref/resource", uri });
  const atPrompt = (name: string) => ({ type: "ref/prompt", name });

  test("completion: slugs, categories, leaderboards, weeks, products and countries", async () => {
    const first = async (ref: Record<string, string>, name: string, value: string) =>
      (await completed(founder, ref, name, value)).values[0];
    expect(await first(atTemplate("slipway://listings/{slug}"), "slug", "lumen")).toBe("lumenroll");
    expect(await first(atTemplate("slipway://categories/{slug}"), "slug", "med")).toBe("media");
    expect(await first(atTemplate("slipway://leaderboards/{board}"), "board", "dr-cl")).toBe("dr-climbers");
    expect(await first(atTemplate("slipway://launches/{week}"), "week", "2026-W5")).toBe("2026-W53");
    expect(await first(atTemplate("slipway://launches/{week}"), "week", "cur")).toBe("current");
    expect(await first(atPrompt("launch-my-product"), "product", "lau")).toBe("launch");
    expect(await first(atPrompt("launch-my-product"), "country", "germ")).toBe("DE");
    expect(await first(atPrompt("claim-my-listing"), "method", "d")).toBe("dns");
    expect(await first(atPrompt("compare-for-me"), "category", "med")).toBe("media");
    const drafts = await completed(founder, atTemplate("slipway://account/drafts/{id}"), "id", "");
    expect(drafts.values.length).toBeGreaterThan(0);
    const countries = await completed(founder, atPrompt("launch-my-product"), "country", "");
    expect(countries).toMatchObject({ hasMore: true, total: expect.any(Number) });
    expect(countries.values).toHaveLength(100);
  });

  test("completion of private values: empty when not signed in, without a challenge", async () => {
    const drafts = await completed(anyone, atTemplate("slipway://account/drafts/{id}"), "id", "");
    expect(drafts).toMatchObject({ values: [], total: 0 });
    expect((await completed(founder, atPrompt("compare-for-me"), "need", "x")).values).toEqual([]);
    expect((await completed(founder, atTemplate("slipway://listings/{slug}"), "slug", "zzzqqqxxx")).values).toEqual([]);
    const odd = (ref: Record<string, string>, name: string) => refusal(completed(anyone, ref, name, "x"));
    expect(await odd(atPrompt("compare"), "need")).toContain("There is no prompt");
    expect(await odd(atPrompt("compare-for-me"), "constructor")).toContain("Valid values: need, category");
    expect(await odd(atTemplate("slipway://listings/lumenroll"), "slug")).toContain(
      "Valid values: slipway://listings/{slug}",
    );
  });

  test("skills: match the prompts and name only tools of the endpoint", async () => {
    expect(anyone.getServerCapabilities()?.extensions).toMatchObject({ "io.modelcontextprotocol/skills": {} });
    const ask = (client: Client, method: string, params = {}) =>
      client.request({ method, params } as any, anything) as Promise<any>;
    const { skills, ...rest } = await ask(anyone, "skills/list");
    expect(rest).toMatchObject({ ttlMs: 3_600_000, cacheScope: "public" });
    expect(skills.map(({ frontmatter }: any) => frontmatter)).toEqual(
      prompts.map(({ name, description }) => ({ name, description })),
    );
    for (const { uri } of skills) {
      expect((await ask(anyone, "skills/get", { uri })).skill).toEqual(skills.find((one: any) => one.uri === uri));
      const text = await textOf(anyone, uri);
      const { name } = skills.find((one: any) => one.uri === uri).frontmatter;
      for (const tool of prompts.find((prompt) => prompt.name === name)!.tools) expect(text).toContain(tool);
    }
    expect(await refusal(ask(anyone, "skills/get", { uri: "skill://compare/SKILL.md" }))).toStartWith("-32602 ");
    expect(await refusal(ask(anyone, "skills/get"))).toStartWith("-32602 ");
    const reader = await connect(era, "?profile=read");
    expect((await ask(reader, "skills/list")).skills.map(({ uri }: any) => uri)).toEqual([
      "skill://compare-for-me/SKILL.md",
    ]);
    expect(await refusal(reader.readResource({ uri: "skill://launch-my-product/SKILL.md" }))).toStartWith("-32602 ");
    await reader.close();
  });

  test("profile: offers only the resources and prompts of its tools", async () => {
    const reader = await connect(era, "?profile=read");
    const { resources } = await reader.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("slipway://account"))).toEqual([]);
    expect((await reader.listPrompts()).prompts.map(({ name }) => name)).toEqual(["compare-for-me"]);
    expect(await refusal(reader.readResource({ uri: "slipway://account/drafts/1" }))).toContain("There is no resource");
    const said = JSON.stringify([resources, (await reader.listResourceTemplates()).resourceTemplates]);
    for (const { name, scopes } of tools) if (scopes.length > 0) expect(said).not.toMatch(new RegExp(`\\b${name}\\b`));
    await reader.close();
  });
});

test("skills client of the SDK: every file matches its entry", async () => {
  const client = (await connect("2026-07-28")) as unknown as ModernClient;
  const skills = new SkillsClient(client);
  const { skills: listed } = await skills.list();
  expect(listed).toHaveLength(prompts.length);
  for (const skill of listed) {
    const file = await skills.read(skill, skill.uri);
    expect(file).toMatchObject({ verified: true, mimeType: "text/markdown", frontmatter: skill.frontmatter });
  }
  await client.close();
});

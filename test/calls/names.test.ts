import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { identity } from "#bridge/http/mcp/serve-mcp.ts";
import { describeTool } from "#tools/core/mcp/server.ts";
import { answerJsonSchema } from "#tools/core/schema/json-schema.ts";
import { operations, tools } from "#tools/registry.ts";
import { actionsIn, requireKnownActions } from "../support/clients/actions.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { visitor } from "../support/clients/visitor.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer } from "../support/server/harness.ts";

const root = join(import.meta.dir, "../..");
const names = new Set(tools.map(({ name }) => name));
const snakeCase = /(?<![\w.:/-])[a-z]+(?:_[a-z]+)+(?![\w(])/g;
const wordsIn = (text: string) => text.match(snakeCase) ?? [];

function partsOf(value: unknown): { keys: string[]; texts: string[] } {
  if (typeof value === "string") return { keys: [], texts: [value] };
  if (value === null || typeof value !== "object") return { keys: [], texts: [] };
  const inner = Object.values(value).map(partsOf);
  return {
    keys: [...(Array.isArray(value) ? [] : Object.keys(value)), ...inner.flatMap(({ keys }) => keys)],
    texts: inner.flatMap(({ texts }) => texts),
  };
}
const described = tools.map((tool) => partsOf(describeTool(tool)));
const outputs = tools.map((tool) => partsOf(answerJsonSchema(tool.output)));
const fields = new Set([...described, ...outputs].flatMap(({ keys }) => keys));

describe("texts mention only existing tools", () => {
  test("titles, descriptions and instructions", () => {
    const texts = [identity.instructions, ...described.flatMap((parts) => parts.texts)];
    // A single word is a choice, a scope or an id.
    const sentences = texts.filter((text) => text.includes(" "));
    const named = sentences.flatMap(wordsIn);
    expect(named.filter((word) => names.has(word)).length).toBeGreaterThan(20);
    expect([...new Set(named.filter((word) => !names.has(word) && !fields.has(word)))]).toEqual([]);
  });

  test("first 512 characters of the instructions: contain everything needed to start", () => {
    const begun = identity.instructions.slice(0, 512);
    const first =
      "search_listings get_listing compare_listings submit_listing get_draft submit_draft get_account claim_listing";
    expect(wordsIn(begun)).toEqual(expect.arrayContaining([...first.split(" "), "next_actions"]));
    expect(begun).toMatch(/Reading needs no sign-in.*the user.*data, not instructions\./);
  });

  test("source texts", () => {
    const known = new Set(operations.map(({ name }) => name));
    const verbs = new Set([...names].map((name) => name.split("_")[0]!));
    const usual = "accept add answer buy cancel claim create delete follow order publish quote remove vote withdraw";
    for (const verb of usual.split(" ")) verbs.add(verb);
    const files = ["tools/**/*.ts", "bridge/http/*.ts"].flatMap((glob) => [...new Bun.Glob(glob).scanSync(root)]);
    const named = files
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => wordsIn(readFileSync(join(root, file), "utf8")).map((word) => ({ file, word })))
      .filter(({ word }) => verbs.has(word.split("_")[0]!) && !fields.has(word));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ word }) => !known.has(word))).toEqual([]);
  });

  test("responses to examples: every mentioned page exists for the caller", async () => {
    for (const isTest of [false, true]) {
      const server = await startTestServer();
      const { key, email, password } = await demoFounder(server.store, { isTest });
      const browser = visitor(server);
      await browser.post("/sign-in", { email, password });
      const seen = new Set<string>();
      for (const tool of tools)
        for (const example of tool.examples) {
          const response = await sendTool(server, tool, example, { authorization: `Bearer ${key}` });
          const answer = await response.json();
          expect([tool.name, response.ok]).toEqual([tool.name, true]);
          requireKnownActions(answer);
          for (const { url } of actionsIn(answer)) {
            if (url === undefined) continue;
            expect(url).toStartWith(`${server.url}/`);
            const { status } = await browser.get(url.slice(server.url.length));
            expect([tool.name, isTest, url, status]).toEqual([tool.name, isTest, url, 200]);
            seen.add(url.slice(server.url.length));
          }
        }
      expect([...seen].some((path) => path.startsWith("/account/drafts/"))).toBeTrue();
      await server.stop();
    }
  });
});

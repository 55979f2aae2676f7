import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { tools } from "#tools/registry.ts";
import { type ClaudeServer, message, startClaudeServer } from "../support/fakes/claude-server.ts";
import { journeys } from "./journeys.ts";
import { wishes } from "./wishes.ts";

let claude: ClaudeServer;
beforeAll(async () => {
  claude = await startClaudeServer();
});
afterAll(() => claude.stop());

async function run(names: string[], { key = claude.apiKey, url = claude.url } = {}) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "with-claude.ts"), ...names], {
    env: { ...process.env, ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, out, err };
}

const use = (name: string, input: object) =>
  message("", {
    content: [{ type: "tool_use", id: `toolu_${name}`, name, input, caller: { type: "direct" } }],
    stop_reason: "tool_use",
  });
const wordsOf = ({ messages }: any): string => messages[0].content;
const lastOf = ({ messages }: any) => messages.at(-1).content;
const listingIn = (body: any) => Number(/listing (\d+)/.exec(wordsOf(body))![1]);

test("every journey: has a user request and names existing tools", () => {
  expect(Object.keys(wishes).sort()).toEqual(journeys.map(({ name }) => name).sort());
  const names = tools.map(({ name }) => name);
  expect(Object.values(wishes).flatMap(({ needs }) => needs.filter((name) => !names.includes(name)))).toEqual([]);
});

test("model completes journeys with the tools, and the person acts when asked", async () => {
  const headline = "Kelp farming planned from line to landing";
  const heard: any[] = [];
  const edit = (body: any) => {
    heard.push(lastOf(body));
    return use("update_my_listing", { listing_id: listingIn(body), fields: { headline } });
  };
  claude.script(
    use("get_listing", { slug: "lumenrol" }),
    (body) => {
      heard.push(lastOf(body)[0]);
      return use("get_listing", { slug: "lumenroll" });
    },
    message("Lumenroll is a photo gallery."),
    message("Yes."),
    edit,
    (body) => {
      heard.push(lastOf(body)[0]);
      return message("Please open the link and approve it.");
    },
    edit,
    message("It is changed."),
    message("yes"),
  );
  const { exitCode, out } = await run(["a slug written wrongly", "request an edit and be approved"]);
  expect(out).toContain("ok a slug written wrongly");
  expect(out).toContain("ok request an edit and be approved");
  expect(exitCode).toBe(0);
  const [wrong, , asks, done] = heard;
  expect(wrong).toMatchObject({ type: "tool_result", is_error: true, content: expect.stringContaining("lumenroll") });
  expect(asks).toMatchObject({ is_error: true, content: expect.stringContaining("approval_required") });
  expect(done).toContain("I have done");
  const { system, tools: given } = claude.requests[0]!.body;
  expect(system).toContain("search_listings");
  expect(given.map(({ name }: any) => name)).toContain("get_listing");
});

test("unfulfilled request: reported as a failure", async () => {
  claude.script(message("I am sure that Lumenroll is nice."), message("no: It invented an answer."));
  const { exitCode, out } = await run(["a slug written wrongly"]);
  expect(out).toContain(
    "NOT a slug written wrongly: a successful call of get_listing, graded no: It invented an answer.",
  );
  expect(exitCode).toBe(1);
});

test("missing API key or unknown journey: the error says what to do", async () => {
  expect(await run([], { key: "", url: "" })).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("ANTHROPIC_API_KEY"),
  });
  expect(await run(["fly"])).toMatchObject({ exitCode: 2, err: expect.stringContaining("find and compare") });
});

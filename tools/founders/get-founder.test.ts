import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: a founder with companies, stories and answers in the order of the questions", async () => {
  const { status, body } = await server.call("get_founder", { slug: "demo-founder" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ slug: "demo-founder", name: "Robin Tidewell" });
  expect(body.links.website).toBe("https://robintidewell.example");
  expect(body.stories).toMatchObject([{ listing_slug: "tidepad", url: `${server.url}/listings/tidepad/story` }]);
  const questions = (await server.call("list_interview_questions")).body.items.map((item: any) => item.question);
  const answered = body.interview.map((item: any) => item.question);
  expect(answered).toEqual(questions.filter((question: string) => answered.includes(question)));
  expect(answered.length).toBe(5);
});

test("over MCP: the pages of the founder and of the companies", async () => {
  const { structuredContent, text } = await server.mcp("get_founder", { slug: "demo-founder" });
  expect(text).toEndWith(`From Slipway: ${server.url}/founders/demo-founder · ${server.url}/listings/{slug}`);
  const slugs = structuredContent.companies.map(({ listing_slug }: any) => listing_slug);
  const pages = slugs.map((slug: string) => fetch(structuredContent.item_page_url.replace("{slug}", slug)));
  expect((await Promise.all<Response>(pages)).map(({ status }) => status)).toEqual([200, 200]);
});

test("only live companies are listed, with their listing on this site", async () => {
  const { companies } = (await server.call("get_founder", { slug: "demo-founder" })).body;
  // Robin's other products are scheduled, drafts, or waiting for their badge.
  expect(companies.map((company: any) => company.name)).toEqual(["Tidepad", "Harbourlist"]);
  const tidepad = (await server.call("get_listing", { slug: "tidepad" })).body;
  expect(companies[0]).toEqual({
    name: tidepad.name,
    url: tidepad.url,
    listing_slug: "tidepad",
    headline: tidepad.headline,
  });
});

test("a company that is live only on another site: no listing here", async () => {
  const { companies } = (await server.call("get_founder", { slug: "emil-dragomir" })).body;
  expect(companies).toMatchObject([
    { name: "Querynest", listing_slug: "querynest" },
    { name: "Regexaria", listing_slug: null, headline: null },
  ]);
});

test("404: a founder without a live listing here, with the list as next action", async () => {
  for (const slug of ["tara-mccluskey", "no-such-person"]) {
    const { status, body } = await server.call("get_founder", { slug });
    expect(status).toBe(404);
    expect(body).toMatchObject({
      code: "not_found",
      next_actions: [{ tool: "list_founders", arguments: { q: slug.replaceAll("-", " ") } }],
    });
  }
});

test("422: an invalid slug", async () => {
  const { status, body } = await server.call("get_founder", { slug: "robin/tidewell" });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "slug", code: "invalid_format" }]);
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { storyOfListing } from "#db/queries/moderation/owner-voice.ts";
import { type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { demoFounder } from "#test/support/server/demo.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let browser: Visitor;
const path = "/account/listings/3/story";
const texts = { title: "Notes", problem: "", what_built: "", hard_parts: "", milestones: "", whats_next: "" };
const words = (count: number, word = "harbour") => Array.from({ length: count }, () => word).join(" ");
const whole = { ...texts, how_started: words(100), problem: words(100, "b"), what_built: words(100, "c") };
const written = () => storyOfListing(server.store.read, 3);

beforeAll(async () => {
  server = await startTestServer();
  const { email, password } = await demoFounder(server.store);
  browser = visitor(server);
  await browser.post("/sign-in", { email, password, do: "password" });
  await browser.post(path, { ...whole, do: "save" });
});
afterAll(() => server.stop());

test("preview: counts the words, shows the story and saves nothing", async () => {
  const before = await written();
  const { status, html } = await browser.post(path, { ...whole, problem: words(41), do: "preview" });
  expect(status).toBe(200);
  expect(html).toContain("41 words.");
  expect(html).toContain("241 words; at least 300 are needed.");
  expect(html).toContain("Nothing has been saved yet");
  expect(await written()).toEqual(before);
});

test("preview: a sentence repeated in another section adds no words there", async () => {
  const { html } = await browser.post(path, { ...whole, problem: whole.how_started, do: "preview" });
  expect(html).toContain("0 words. A section counts if it has at least 40.");
  expect(html).toContain("200 words; at least 300 are needed. A repeated sentence counts once.");
});

test("edit that unpublishes the story: warns first, and is saved by its own button", async () => {
  expect((await written()).publishedAt).not.toBeNull();
  const short = { ...texts, how_started: "It began <b>on</b> a jetty." };
  const warned = await browser.post(path, { ...short, do: "save" });
  expect(warned.html).toContain("the story will no longer be public");
  expect(warned.html).toContain("It began &lt;b&gt;on&lt;/b&gt; a jetty.");
  expect((await written()).publishedAt).not.toBeNull();

  const saved = await browser.post(path, { ...short, do: "unpublish" });
  expect(saved.location).toBe(`${path}?done=draft`);
  expect((await written()).publishedAt).toBeNull();
  const { html } = await browser.get(saved.location!);
  expect(html).toContain("5 words. A section counts if it has at least 40.");
  expect(html).toContain("The story has 5 words; at least 300 are needed.");
});

test("422: title too long, with its error and all input kept", async () => {
  const { status, html } = await browser.post(path, { ...whole, title: "T".repeat(5000), do: "save" });
  expect(status).toBe(422);
  expect(html).toContain('href="#field-title"');
  expect(html).toContain(words(100));
});

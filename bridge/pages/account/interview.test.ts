import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { demoFounder } from "#test/support/server/demo.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

const path = "/account/interview";
let server: TestServer;
let person: Visitor;
let accounts = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await signUpAs(server, `ada${++accounts}@example.org`);
});

/** The fields of the form as a browser sends them, by name. */
async function form(): Promise<Record<string, string>> {
  const { html } = await person.get(path);
  const areas = [...html.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n([^<]*)<\/textarea>/g)];
  const loaded = [...html.matchAll(/name="([^"]+-loaded)" value="([^"]*)"/g)];
  return Object.fromEntries([...areas, ...loaded].map(([, name, value]) => [name, value!]));
}
const answers = async () =>
  Object.fromEntries(Object.entries(await form()).filter(([name, value]) => !name.endsWith("-loaded") && value !== ""));

test("shows every question with its help, and saves, changes and removes answers", async () => {
  const { items } = (await server.call("list_interview_questions", { per_page: 100 })).body;
  const { html } = await person.get(path);
  for (const { question, help } of items)
    for (const text of [question, help]) expect(html).toContain(text.replaceAll("'", "&#39;"));
  expect(html).toContain("Why did you build this and not something else? (required)</label>");
  expect(html).toContain(
    "0 of 8 questions answered. Your founder page lacks 3 required answers, but a launch does not need them.",
  );

  const first = { ...(await form()), "answer-first-user": "A harbour master.", "answer-daily-tools": "Paper." };
  expect((await person.post(path, first)).location).toBe(`${path}?done=saved`);
  expect(await answers()).toEqual({ "answer-first-user": "A harbour master.", "answer-daily-tools": "Paper." });
  await person.post(path, { ...(await form()), "answer-first-user": " Two\r\npilots. ", "answer-daily-tools": " " });
  expect(await answers()).toEqual({ "answer-first-user": "Two\npilots." });
  expect((await person.get(path)).html).toContain(
    "1 of 8 questions answered. Your founder page lacks 2 required answers, but a launch does not need them.",
  );
});

test("422: an answer that is too long, with every text kept, and nothing saved", async () => {
  const typed = { "answer-first-user": "Robin <b>said</b> yes.", "answer-why-this": "x".repeat(2001) };
  const loaded = await form();
  const { status, html } = await person.post(path, { ...loaded, ...typed });
  expect(status).toBe(422);
  expect(html).toContain('href="#field-answer-why-this"');
  expect(html).toContain("Robin &lt;b&gt;said&lt;/b&gt; yes.</textarea>");
  expect(html).toContain(`${typed["answer-why-this"]}</textarea>`);
  expect(await answers()).toEqual({});
});

test("an answer saved elsewhere after the page was loaded is kept, unless the person edited it", async () => {
  const { email, password, key } = await demoFounder(server.store);
  person = visitor(server);
  await person.post("/sign-in", { email, password, do: "password" });
  const old = await form();
  const elsewhere = [
    { question_id: "why-this", answer: "From the assistant." },
    { question_id: "best-advice", answer: "From the assistant, too." },
  ];
  await server.as(key).over("REST", "answer_interview", { answers: elsewhere });
  await person.post(path, { ...old, "answer-best-advice": "My own words." });
  expect(await answers()).toMatchObject({
    "answer-why-this": "From the assistant.",
    "answer-best-advice": "My own words.",
  });
});

test("a stale form without a question's field leaves its answer alone", async () => {
  await person.post(path, { ...(await form()), "answer-first-user": "A pilot." });
  await person.post(path, { "answer-why-this": "I had to." });
  expect(await answers()).toEqual({ "answer-first-user": "A pilot.", "answer-why-this": "I had to." });
});

test("full answers in any script fit into the form", async () => {
  const names = Object.keys(await form()).filter((name) => !name.endsWith("-loaded"));
  const typed = Object.fromEntries(names.map((name) => [name, "潮".repeat(2000)]));
  expect((await person.post(path, { ...(await form()), ...typed })).location).toBe(`${path}?done=saved`);
  expect(Object.keys(await answers())).toEqual(names);
});

test("a site without questions says so", async () => {
  const other = await startTestServer();
  await other.store.write(async (tx) => tx.$client.run("DELETE FROM interview_questions WHERE site_id = 1"));
  const founder = await signUpAs(other, "ada@example.org");
  expect((await founder.get(path)).html).toContain("asks founders no questions at the moment");
  await other.stop();
});

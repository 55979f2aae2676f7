import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { personCaller } from "#test/support/clients/person-caller.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { type OwnerServer, startOwnerServer } from "#test/support/records/owner.ts";
import saveFounderProfile from "../../founders/save-founder-profile.ts";

let server: OwnerServer;
beforeAll(async () => {
  server = await startOwnerServer();
});
afterAll(() => server.stop());

let accounts = 0;
const writer = (isTest = false) =>
  keyFor(server.store, {
    email: `writer${++accounts}@example.test`,
    scopes: ["account:read", "listings:write"],
    isTest,
  });
const answer = (question_id: string, text: string) => ({ question_id, answer: text });
const required = ["first-user", "why-this", "next-year"];
/** Over MCP, a change returns only the ids of the answered questions. */
const returned = (transport: string, answers: { question_id: string; answer: string }[]) => ({
  interview: transport === "MCP" ? answers.map(({ question_id }) => ({ question_id })) : answers,
});
const idsOf = (items: { question_id: string }[]) => items.map(({ question_id }) => question_id);

for (const transport of transports)
  describe(transport, () => {
    test("200: creates the profile, returns answers in the order of the questions, and the open ones", async () => {
      const { key } = await writer();
      const { status, body } = await server.as(key).over(transport, "answer_interview", {
        answers: [answer("daily-tools", " A <b>pencil</b>.\r\n\r\n\r\nPaper. "), answer("why-this", "I had to.")],
      });
      const answers = [answer("why-this", "I had to."), answer("daily-tools", "A <b>pencil</b>.\n\nPaper.")];
      expect([status, body]).toMatchObject([200, returned(transport, answers)]);
      expect(idsOf(body.remaining)).toEqual(["first-user", "next-year"]);
      const account = (await server.as(key).call("get_account")).body;
      expect(account).toMatchObject({ founder: { slug: expect.stringMatching(/^ada/) }, interview: answers });
    });

    test("200: only the sent answers change; an empty answer removes one", async () => {
      const { key } = await writer();
      const set = (...answers: object[]) => server.as(key).over(transport, "answer_interview", { answers });
      await set(...required.map((id) => answer(id, "First.")));
      const { body } = await set(answer("why-this", " \n "), answer("next-year", "Second."), answer("best-advice", ""));
      expect(body).toMatchObject(returned(transport, [answer("first-user", "First."), answer("next-year", "Second.")]));
      expect(idsOf(body.remaining)).toEqual(["why-this"]);
    });
  });

test("200: the founder's page shows the answers, and the audit log has one entry with the changes", async () => {
  const founder = async () => (await server.call("get_founder", { slug: "demo-founder" })).body;
  const before = await founder();
  await server.owner.over("REST", "answer_interview", { answers: [answer("daily-tools", "A tide table.")] });
  const after = await founder();
  expect(after.interview).toContainEqual({
    question: "Which tools do you use every day?",
    answer: "A tide table.",
  });
  expect(after.interview).not.toEqual(before.interview);
  const id = server.store.read.$client.query("SELECT id FROM founders WHERE slug = 'demo-founder'").values()[0]![0];
  const change = await server.latestChange(`founder:${id}`);
  expect(change).toMatchObject({ action: "answer_interview", after: { "daily-tools": "A tide table." } });
  await server.owner.over("REST", "answer_interview", { answers: [answer("daily-tools", "A tide table. ")] });
  expect((await server.latestChange(`founder:${id}`)).id).toBe(change.id);
});

test("a dry run over MCP shows the old and the new text", async () => {
  const input = { answers: [answer("daily-tools", "A tide table and a pencil.")], dry_run: true };
  const { text } = await server.owner.mcp("answer_interview", input);
  expect(text).toContain('daily-tools: "A tide table." → "A tide table and a pencil."');
  expect((await server.latestChange("founder:1"))?.after).not.toMatchObject({
    "daily-tools": input.answers[0]!.answer,
  });
});

test("422: unknown questions with a suggestion, repeated questions, texts outside the limits", async () => {
  const { key } = await writer();
  const cases: [unknown, Record<string, unknown>][] = [
    [
      [answer("why-this", "a"), answer("first_usr", "b")],
      { field: "answers.1.question_id", code: "unknown_question", fix: expect.stringContaining("first-user?") },
    ],
    [[answer("constructor", "a")], { field: "answers.0.question_id", code: "unknown_question" }],
    [[answer("why-this", "a"), answer("why-this", "b")], { field: "answers.1.question_id", code: "repeated" }],
    [[answer("why-this", "x".repeat(2001))], { field: "answers.0.answer", limit: 2000, actual: 2001 }],
    [[answer("why-this", "a\u0007")], { field: "answers.0.answer" }],
    [[{ question_id: "why-this" }], { field: "answers.0.answer", code: "required" }],
  ];
  for (const [answers, error] of cases) {
    const { status, body } = await server.as(key).call("answer_interview", { answers });
    expect([answers, status, body.errors]).toMatchObject([answers, 422, [error]]);
  }
  expect((await server.as(key).call("get_account")).body.interview).toEqual([]);
});

for (const transport of transports) {
  test(`200: an account without a name keeps its answers, and its slug comes from its first name (${transport})`, async () => {
    const { key, account } = await writer();
    await server.run(`UPDATE accounts SET name = '' WHERE id = ${account.id}`);
    const answers = [answer("why-this", "I had to.")];
    const { status, body } = await server.as(key).over(transport, "answer_interview", { answers });
    expect([status, body]).toMatchObject([200, returned(transport, answers)]);
    const named = async () => (await server.as(key).call("get_account")).body;
    expect(await named()).toMatchObject({ name: "", interview: answers, founder: { slug: null, complete: false } });
    const profile = { name: `Nora ${transport}`, bio: "", links: {} };
    await personCaller(server, account.id)(saveFounderProfile, profile);
    expect(await named()).toMatchObject({
      name: profile.name,
      interview: answers,
      founder: { slug: `nora-${transport.toLowerCase()}` },
    });
  });

  test(`200: no answers change nothing and begin no profile (${transport})`, async () => {
    const { key } = await writer();
    const { status, body } = await server.as(key).over(transport, "answer_interview", { answers: [] });
    expect([status, body]).toMatchObject([200, returned(transport, [])]);
    expect(idsOf(body.remaining)).toEqual(required);
    expect((await server.as(key).call("get_account")).body.founder.slug).toBeNull();
  });
}

test("answers of a sandbox key are separate and never public", async () => {
  const { account } = await keyFor(server.store, { email: "founder@demo.test" });
  const sandbox = await keyFor(server.store, {
    email: account.email,
    scopes: ["account:read", "listings:write"],
    isTest: true,
  });
  const before = (await server.call("get_founder", { slug: "demo-founder" })).body;
  const answers = [answer("why-this", "Only trying.")];
  const { body } = await server.as(sandbox.key).over("REST", "answer_interview", { answers });
  expect([body.interview, idsOf(body.remaining)]).toEqual([answers, ["first-user", "next-year"]]);
  expect((await server.as(sandbox.key).call("get_account")).body.interview).toEqual(answers);
  expect((await server.call("get_founder", { slug: "demo-founder" })).body).toEqual(before);
  expect((await server.owner.call("get_account")).body.interview).not.toContainEqual(answers[0]);
});

test("401, 403", async () => {
  // Anybody may answer the interview, and changes nothing without an answer.
  const input = { answers: [] };
  expect((await server.refusals("answer_interview", input)).slice(0, 2)).toEqual([401, 403]);
});

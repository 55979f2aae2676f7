import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: the site's questions in order", async () => {
  const { status, body } = await server.call("list_interview_questions");
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, per_page: 20, total: 8, has_more: false });
  const second = (await server.call("list_interview_questions", { page: 2, per_page: 2 })).body;
  expect(second).toMatchObject({ items: body.items.slice(2, 4), total: 8, has_more: true });
  expect(body.items).toHaveLength(8);
  expect(body.items[0]).toEqual({
    id: "first-user",
    question: "Who was your first user, and how did they find you?",
    help: "The first person you did not know already. Two or three sentences are enough.",
    required: true,
  });
  expect(body.items.at(-1).id).toBe("next-year");
});

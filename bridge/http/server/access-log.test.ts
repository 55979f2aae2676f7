import { expect, test } from "bun:test";
import { startTestServer } from "#test/support/server/harness.ts";
import { logged } from "./access-log.ts";

test.each([
  ["returns its secrets", async () => ({ metricsToken: "secret" })],
  ["returns nothing", async () => undefined],
  ["throws", async () => Promise.reject(new Error("secret"))],
])("500: a handler %s: the response contains only a request ID", async (_, handle) => {
  const { runtime, stop } = await startTestServer();
  const answer = logged(runtime, "faulty", handle as never);
  const response = await answer(new Request("http://localhost/", { headers: { "x-request-id": "mine" } }));
  expect(response.status).toBe(500);
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-request-id": "mine",
  });
  expect(await response.text()).toBe("Something went wrong on our side. Include request ID mine in your report.\n");
  await stop();
});

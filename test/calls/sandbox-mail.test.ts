import { expect, test } from "bun:test";
import { tools } from "#tools/registry.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer } from "../support/server/harness.ts";

const writing = tools.filter(({ effect }) => effect !== "read");

async function mailsOf(isTest: boolean): Promise<number> {
  const server = await startTestServer();
  const { key } = await demoFounder(server.store, { isTest });
  for (const tool of writing)
    for (const example of tool.examples) {
      const { status } = await sendTool(server, tool, example, { authorization: `Bearer ${key}` });
      // A broken example would send no mail either.
      expect([tool.name, status]).toEqual([tool.name, tool.rest.status ?? 200]);
    }
  await server.drainJobs();
  const mails = await server.mails();
  await server.stop();
  return mails.length;
}

test("sandbox key: none of its calls sends a mail", async () => {
  expect(await mailsOf(true)).toBe(0);
  expect(await mailsOf(false)).toBeGreaterThan(0);
});

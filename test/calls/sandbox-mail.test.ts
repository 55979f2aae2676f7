import { expect, test } from "bun:test";
import { tools } from "#tools/registry.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer } from "../support/server/harness.ts";

const writing = tools.filter(({ effect }) => effect !== "read");

/** How many mails the examples of all tools that write leave, jobs they cause included. */
async function mailsOf(isTest: boolean): Promise<number> {
  const server = await startTestServer();
  const { key } = await demoFounder(server.store, { isTest });
  for (const tool of writing)
    for (const example of tool.examples) {
      const { status } = await sendTool(server, tool, example, { authorization: `Bearer ${key}` });
      // One that does not work would mail nobody either.
      expect([tool.name, status]).toEqual([tool.name, tool.rest.status ?? 200]);
    }
  await server.drainJobs();
  const mails = await server.mails();
  await server.stop();
  return mails.length;
}

test("what a sandbox key would mail never leaves, whatever it calls", async () => {
  expect(await mailsOf(true)).toBe(0);
  expect(await mailsOf(false)).toBeGreaterThan(0);
});

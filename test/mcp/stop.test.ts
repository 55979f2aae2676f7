import { expect, test } from "bun:test";
import { Server } from "@modelcontextprotocol/server";
import { createMcpEndpoint } from "#bridge/http/mcp/serve-mcp.ts";
import { json, modernHeaders } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { startTestServer } from "../support/server/harness.ts";

const eras = [
  { era: "2026-07-28", headers: modernHeaders("tools/call", "slow"), meta: { _meta: modernMeta } },
  { era: "an initialize-based version", headers: json, meta: {} },
];

test.each(eras)("$era, server stopping: a running call gets its response, a new one is refused", async (use) => {
  const server = await startTestServer();
  const began = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const endpoint = createMcpEndpoint(server.runtime, {
    serverFor() {
      const slow = new Server({ name: "slow", version: "1" }, { capabilities: { tools: {} } });
      slow.setRequestHandler("tools/call", async () => {
        began.resolve();
        await finish.promise;
        return { content: [{ type: "text", text: "done" }] };
      });
      return slow;
    },
  });
  const call = () =>
    endpoint.handle(
      new Request(`${server.url}/mcp`, {
        method: "POST",
        headers: { ...use.headers, host: "localhost" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", ...use.meta } }),
      }),
    );

  const running = call();
  await began.promise;
  const closed = endpoint.close();
  const late = await call();
  expect(late.status).toBe(503);
  expect(late.headers.get("retry-after")).not.toBeNull();

  finish.resolve();
  const answered = await running;
  expect(answered.status).toBe(200);
  expect(await answered.json()).toMatchObject({ id: 1, result: { content: [{ text: "done" }] } });
  await closed;
  await server.stop();
});

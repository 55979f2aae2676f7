import { describe, expect, test } from "bun:test";
import { openStore } from "#db/store/file-store.ts";
import type { Store } from "#db/store/store.ts";
import { type AnyTool, takesKey } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { demoFounder } from "../support/server/demo.ts";
import { demoStore, startTestServer } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { run } from "../support/server/process.ts";

const withKey = tools.filter(takesKey);
const oneOfEachEffect = (["write", "delete", "spend"] as const).map(
  (effect) => withKey.find((tool) => tool.effect === effect)!,
);
const bytesOf = (store: Store) => Bun.hash(store.read.$client.serialize());

const send = (server: { url: string }, tool: AnyTool, bearer: string) =>
  sendTool(server, tool, tool.examples[0]!, { authorization: `Bearer ${bearer}`, "idempotency-key": tool.name });

async function expectKept(store: Store, tool: AnyTool, bearer: string, server: { url: string }) {
  const before = bytesOf(store);
  const repeat = await send(server, tool, bearer);
  expect([tool.name, repeat.status, repeat.headers.get("idempotency-replayed")]).toEqual([
    tool.name,
    tool.rest.status ?? 200,
    "true",
  ]);
  expect(tool.output.safeParse(await repeat.json()).success).toBeTrue();
  expect(bytesOf(store)).toBe(before);
}

describe("call interrupted between effect and response: a repeat returns the response", () => {
  for (const tool of withKey)
    test(tool.name, async () => {
      let isCut = true;
      const server = await startTestServer({
        afterWrite: () => {
          if (isCut) throw new Error("the line is cut");
        },
      });
      const { key } = await demoFounder(server.store);
      const before = bytesOf(server.store);
      expect((await send(server, tool, key)).status).toBe(500);
      expect(bytesOf(server.store)).not.toBe(before);
      isCut = false;
      await expectKept(server.store, tool, key, server);
      await server.stop();
    });

  test("process killed: another process returns the response", async () => {
    for (const tool of isNightly ? withKey : oneOfEachEffect) {
      const store = await demoStore();
      const { key } = await demoFounder(store);
      const { filename } = store.read.$client;
      await store.close();

      const worker = run("test/calls/killed-child.ts", { DATABASE: filename });
      while (!worker.out.includes("http") && worker.child.exitCode === null) await Bun.sleep(20);
      expect(send({ url: worker.out.trim() }, tool, key)).rejects.toThrow();
      await worker.ended();
      expect(worker.child.signalCode).toBe("SIGKILL");

      const server = await startTestServer({ store: openStore(filename) });
      await expectKept(server.store, tool, key, server);
      await server.stop();
    }
  }, 240_000);
});

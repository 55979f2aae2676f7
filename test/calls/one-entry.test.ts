import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { type ActionName, actionNames } from "#db/schema/action-names.ts";
import type { Store } from "#db/store/store.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import { demoFounder, type Founder } from "../support/server/demo.ts";
import { demoStore } from "../support/server/harness.ts";
import { callOperation, hidden, writing } from "./call-operation.ts";
import { internalInputs } from "./internal-inputs.ts";

let store: Store;
let founder: Founder;
beforeEach(async () => {
  store = await demoStore();
  founder = await demoFounder(store);
});
afterEach(() => store.close());

const entries = () =>
  store.read.$client
    .query<{ action: string; via: string; request_id: string }, []>("SELECT action, via, request_id FROM changes")
    .all();

async function entriesOf(operation: AnyOperation, input: Record<string, unknown>) {
  const before = entries().length;
  await callOperation({ store, founder }, operation, input);
  return entries().slice(before);
}

describe("every change adds one audit log entry", () => {
  test("inputs cover every internal operation that writes, and no other", () => {
    expect(Object.keys(internalInputs).sort()).toEqual(hidden.map(({ name }) => name).sort());
  });

  test("action names: every operation that writes, and the actions of sign-in", async () => {
    const root = join(import.meta.dir, "../../auth");
    const sources = await Array.fromAsync(new Glob("**/!(*.test).ts").scan(root), (path) =>
      Bun.file(join(root, path)).text(),
    );
    const signingIn = actionNames.filter((name) => !writing.some((operation) => operation.name === name));
    expect(writing.map(({ name }) => name).filter((name) => !actionNames.includes(name as ActionName))).toEqual([]);
    expect(signingIn.filter((name) => !sources.join().includes(`"${name}"`))).toEqual([]);
  });

  for (const tool of tools.filter(({ effect }) => effect !== "read"))
    for (const example of tool.examples)
      test(`${tool.name} ${JSON.stringify(example)}`, async () => {
        expect(await entriesOf(tool, example)).toEqual([{ action: tool.name, via: "test", request_id: "test" }]);
      });

  for (const operation of hidden)
    test(operation.name, async () => {
      const input = (await internalInputs[operation.name]?.({ store, founder })) ?? {};
      expect(await entriesOf(operation, input)).toMatchObject([{ action: operation.name }]);
    });
});

test("operations that read change nothing", async () => {
  const bytes = () => Bun.hash(store.read.$client.serialize());
  const before = bytes();
  for (const tool of tools.filter(({ effect }) => effect === "read"))
    for (const example of tool.examples) expect(await entriesOf(tool, example)).toEqual([]);
  expect(bytes()).toBe(before);
});

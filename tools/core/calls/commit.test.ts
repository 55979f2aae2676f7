import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as z from "zod";
import { changesOf } from "#db/queries/common/audit-log.ts";
import type { Store } from "#db/store/store.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import type { Actor, ActorKind } from "../operations/actor.ts";
import { type Change, defineOperation } from "../operations/define.ts";
import { callTool } from "./call.ts";

let store: Store;
beforeAll(async () => {
  store = emptyStore();
  await store.write(async (tx) => tx.$client.run("CREATE TABLE notes (title TEXT)"));
});
afterAll(() => store.close());

const admin: Actor = { kind: "admin", via: "admin" };
const person: Actor = { kind: "person", accountId: 1, scopes: [], via: "browser", isTest: false };
const note = z.strictObject({ title: z.string() });
type Note = z.output<typeof note>;

const call = (change: Change<Note>, actor: Actor = admin, actors: ActorKind[] = ["admin"]) =>
  callTool(
    defineOperation({
      name: "write_note",
      effect: "write",
      scopes: [],
      actors,
      input: z.strictObject({}),
      output: note,
      run: async () => change,
    }),
    contextFor(store, actor),
    () => ({}),
    { limiter: null, checkOutput: "always", write: store.write },
  );

const insert = (tx: Parameters<Change<Note>>[0], title: string) =>
  tx.$client.run("INSERT INTO notes VALUES (?)", [title]);
const titles = () => store.read.$client.query("SELECT title FROM notes").values().flat();

describe("an operation that writes", () => {
  test("change: one audit log entry in the same transaction", async () => {
    await call(async (tx, record) => {
      insert(tx, "kept");
      record({ subjects: ["post:kept", "site:1"], before: { title: "" }, after: { title: "kept" } });
      return { title: "kept" };
    });
    for (const subject of ["post:kept", "site:1"] as const)
      expect(await changesOf(store.read, subject, 5)).toMatchObject([
        {
          action: "write_note",
          via: "admin",
          accountId: null,
          subjects: ["post:kept", "site:1"],
          before: { title: "" },
          after: { title: "kept" },
        },
      ]);
    expect(titles()).toEqual(["kept"]);
  });

  test("no change: no audit log entry", async () => {
    expect((await call(async () => ({ title: "kept" }))).output).toEqual({ title: "kept" });
    expect(await changesOf(store.read, "post:kept", 5)).toHaveLength(1);
  });

  const faults: [string, Change<Note>][] = [
    [
      "wrote and recorded 0 changes",
      async (tx) => {
        insert(tx, "lost");
        return { title: "lost" };
      },
    ],
    [
      "wrote and recorded 2 changes",
      async (tx, record) => {
        insert(tx, "lost");
        record({ subjects: ["post:lost"] });
        record({ subjects: ["post:lost"] });
        return { title: "lost" };
      },
    ],
    [
      "did not write and recorded 1 changes",
      async (_tx, record) => {
        record({ subjects: ["post:lost"] });
        return { title: "lost" };
      },
    ],
  ];
  for (const [message, change] of faults)
    test(`change that ${message}: rolled back`, async () => {
      expect(call(change)).rejects.toThrow(message);
      expect(titles()).toEqual(["kept"]);
      expect(await changesOf(store.read, "post:lost", 5)).toEqual([]);
    });

  test("401 and 403: caller of another kind", async () => {
    const change: Change<Note> = async () => ({ title: "kept" });
    expect(call(change, { kind: "anonymous" })).rejects.toMatchObject({ code: "unauthenticated" });
    expect(call(change, person)).rejects.toMatchObject({ code: "forbidden" });
  });
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as z from "zod";
import { changesOf } from "../../db/queries/changes.ts";
import type { Store } from "../../db/store.ts";
import { contextFor } from "../../test/call.ts";
import { emptyStore } from "../../test/harness.ts";
import type { Actor } from "./actor.ts";
import { callTool } from "./call.ts";
import { defineOperation, type Operation } from "./define.ts";

let store: Store;
beforeAll(async () => {
  store = emptyStore();
  await store.write(async (tx) => tx.$client.run("CREATE TABLE notes (title TEXT)"));
});
afterAll(() => store.close());

const admin: Actor = { kind: "admin", via: "admin" };
const policy = { limiter: null, checkOutput: "always" } as const;
const titles = () =>
  store.read.$client
    .query<{ title: string }, []>("SELECT title FROM notes")
    .all()
    .map(({ title }) => title);

/** An operation that writes notes in the way a test says. */
const operation = (run: Operation<typeof input, typeof output>["run"], actors = ["admin"] as const) =>
  defineOperation({ name: "write_note", effect: "write", scopes: [], actors, input, output, run });
const input = z.strictObject({ title: z.string() });
const output = z.strictObject({ title: z.string() });
const call = (run: Operation<typeof input, typeof output>["run"], title: string, actor = admin) =>
  callTool(operation(run), contextFor(store, actor), () => ({ title }), policy);

const insert = "INSERT INTO notes VALUES (?)";

describe("an operation that writes", () => {
  test("leaves one entry in the log of changes, with its effect", async () => {
    await call(async ({ write, record }, { title }) => {
      return write(async (tx) => {
        tx.$client.run(insert, [title]);
        record({ subjects: ["post:kept", "site:1"], before: { title: "" }, after: { title } });
        return { title };
      });
    }, "kept");
    for (const subject of ["post:kept", "site:1"] as const)
      expect(await changesOf(store.read, subject, 5)).toMatchObject([
        { action: "write_note", via: "admin", accountId: null, before: { title: "" }, after: { title: "kept" } },
      ]);
    expect(titles()).toEqual(["kept"]);
  });

  test.each<[string, Operation<typeof input, typeof output>["run"]]>([
    [
      "wrote and recorded 0 changes",
      ({ write }, { title }) =>
        write(async (tx) => {
          tx.$client.run(insert, [title]);
          return { title };
        }),
    ],
    [
      "wrote and recorded 2 changes",
      ({ write, record }, { title }) =>
        write(async (tx) => {
          tx.$client.run(insert, [title]);
          record({ subjects: ["post:a"] });
          record({ subjects: ["post:b"] });
          return { title };
        }),
    ],
    [
      "did not write and recorded 1 changes",
      ({ write, record }, { title }) =>
        write(async () => {
          record({ subjects: ["post:a"] });
          return { title };
        }),
    ],
  ])("that %s is rolled back", async (message, run) => {
    expect(call(run, "lost")).rejects.toThrow(message);
    expect(titles()).toEqual(["kept"]);
    expect(await changesOf(store.read, "post:a", 5)).toEqual([]);
  });

  test("cannot write in two transactions, or answer other than its transaction did", async () => {
    expect(
      call(async ({ write }, { title }) => {
        await write(async () => ({ title }));
        return write(async () => ({ title }));
      }, "twice"),
    ).rejects.toThrow("second transaction");
    expect(
      call(async ({ write }, { title }) => {
        await write(async () => ({ title }));
        return { title };
      }, "other"),
    ).rejects.toThrow("answers other than");
  });

  test("is refused to whom it is not open, before it reads anything", async () => {
    const run: Operation<typeof input, typeof output>["run"] = async (_, { title }) => ({ title });
    const person: Actor = { kind: "person", accountId: 1, scopes: [], via: "browser", isTest: false };
    expect(call(run, "x", { kind: "anonymous" })).rejects.toMatchObject({ code: "unauthenticated" });
    expect(call(run, "x", person)).rejects.toMatchObject({ code: "forbidden" });
    const forTeam = operation(run, ["team"] as never);
    const callAs = (actor: Actor) => callTool(forTeam, contextFor(store, actor), () => ({ title: "x" }), policy);
    expect(callAs(person)).rejects.toMatchObject({ code: "forbidden" });
    expect((await callAs({ ...person, isTeam: true })).output).toEqual({ title: "x" });
  });
});

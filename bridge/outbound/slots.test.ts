import { expect, test } from "bun:test";
import { createSlots } from "./slots.ts";

const never = new AbortController().signal;

/** Takes a slot for each key and records in which order they start. */
function takeAll(slots: ReturnType<typeof createSlots>, keys: string[]) {
  const started: string[] = [];
  const giveBack = keys.map((key, index) =>
    slots.take(key, never).then((release) => {
      started.push(`${key}${index}`);
      return release;
    }),
  );
  return { started, giveBack };
}

test("key with a used share: waits while others pass", async () => {
  const { started, giveBack } = takeAll(createSlots(3, 2), ["a", "a", "a", "b", "b"]);
  await Bun.sleep(0);
  expect(started).toEqual(["a0", "a1", "b3"]);
  (await giveBack[3]!)();
  await Bun.sleep(0);
  expect(started).toEqual(["a0", "a1", "b3", "b4"]);
  (await giveBack[0]!)();
  await Bun.sleep(0);
  expect(started).toEqual(["a0", "a1", "b3", "b4", "a2"]);
});

test("abort while waiting: rejects with the reason and takes no slot", async () => {
  const slots = createSlots(1, 1);
  const release = await slots.take("a", never);
  const controller = new AbortController();
  const waiting = slots.take("b", controller.signal);
  const { started } = takeAll(slots, ["c"]);
  controller.abort(new Error("no longer needed"));
  expect(waiting).rejects.toThrow("no longer needed");
  release();
  await Bun.sleep(0);
  expect(started).toEqual(["c0"]);
});

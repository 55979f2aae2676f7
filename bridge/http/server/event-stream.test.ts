import { expect, test } from "bun:test";
import { createEventStream } from "./event-stream.ts";

test("writes messages and comments as events, and ends", async () => {
  let closed = 0;
  const stream = createEventStream(() => closed++);
  stream.send('{"a":1}');
  stream.comment("keepalive");
  stream.close();
  stream.close();
  stream.send("too late");
  expect(await new Response(stream.body).text()).toBe('event: message\ndata: {"a":1}\n\n: keepalive\n\n');
  expect(closed).toBe(1);
});

test("is closed by the reader who leaves, and takes nothing more", async () => {
  let closed = 0;
  const stream = createEventStream(() => closed++);
  await stream.body.cancel();
  stream.send("nobody hears it");
  stream.close();
  expect(closed).toBe(1);
});

test("gives up a reader who takes nothing, before its memory fills", async () => {
  let closed = 0;
  const stream = createEventStream(() => closed++);
  for (let i = 0; i < 10_000 && closed === 0; i++) stream.send("x");
  expect(closed).toBe(1);
  await expect(new Response(stream.body).text()).rejects.toThrow("nobody reads");
});

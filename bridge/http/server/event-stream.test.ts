import { expect, test } from "bun:test";
import { createEventStream } from "./event-stream.ts";

test("send, comment and close: messages and comments are written as events, then the stream ends", async () => {
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

test("the reader cancels: the stream is closed once and ignores further messages", async () => {
  let closed = 0;
  const stream = createEventStream(() => closed++);
  await stream.body.cancel();
  stream.send("too late");
  stream.close();
  expect(closed).toBe(1);
});

test("a reader that reads nothing: the stream fails before it fills the memory", async () => {
  let closed = 0;
  const stream = createEventStream(() => closed++);
  for (let i = 0; i < 10_000 && closed === 0; i++) stream.send("x");
  expect(closed).toBe(1);
  await expect(new Response(stream.body).text()).rejects.toThrow("does not read");
});

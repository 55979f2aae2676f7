import type { Server } from "bun";
import type { Elysia } from "elysia";

/**
 * Stops accepting without losing a request: a kept-alive connection is reset when the server closes it while its
 * client sends the next one. So requests are kept waiting until those who are at it have all sent theirs; then no
 * connection is accepted any more, and the waiting ones are answered with `Connection: close` (RFC 9112 §9.6).
 * `endStreams` is called when all answers have begun; resolves once all have ended.
 */
export async function drain(
  app: Elysia,
  server: Server<unknown>,
  { graceMs, endStreams }: { graceMs: number; endStreams(): Promise<void> },
): Promise<void> {
  // So long without another request, and everyone who is at it waits for an answer.
  const quietMs = graceMs / 100;
  const closed = Promise.withResolvers<void>();
  const began = performance.now();
  let latest = began;
  const held: Promise<Response>[] = [];
  server.reload({
    routes: {},
    fetch(request) {
      latest = performance.now();
      const answer = closed.promise.then(() => lastAnswer(app, request));
      held.push(answer);
      return answer;
    },
  });
  const isQuiet = () => server.pendingRequests <= held.length && performance.now() - latest >= quietMs;
  while (!isQuiet() && performance.now() - began < 10 * quietMs) await Bun.sleep(quietMs / 10);
  const drained = server.stop(false);
  closed.resolve();
  await Promise.allSettled(held);
  await endStreams();
  await drained;
}

async function lastAnswer(app: Elysia, request: Request): Promise<Response> {
  const response = await app.fetch(request);
  response.headers.set("connection", "close");
  return response;
}

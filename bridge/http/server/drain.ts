import type { Server } from "bun";
import type { Elysia } from "elysia";

/**
 * Stops accepting connections without losing a request. Closing an idle connection would lose a request that its client
 * is sending at that moment. New requests are therefore held back until no more arrive. Then the server stops
 * listening and answers the held requests with `Connection: close` (RFC 9112 §9.6). `endStreams` is called when all
 * responses have begun.
 */
export async function drain(
  app: Elysia,
  server: Server<unknown>,
  { graceMs, endStreams }: { graceMs: number; endStreams(): Promise<void> },
): Promise<void> {
  // If no request arrives for this long, we assume that every active client is waiting for a response.
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
  // A proxy must learn that its idle connections are closed before its waiting clients send their next requests.
  await Bun.sleep(quietMs);
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

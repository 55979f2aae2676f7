import { setSystemTime } from "bun:test";
import { Webhook } from "standardwebhooks";

export interface Received {
  path: string;
  headers: Headers;
  body: string;
  /** Parsed, if the body has the format of the Standard Webhooks specification. */
  event: { type: string; timestamp: string; data: any };
}

/** An endpoint on loopback that keeps what it receives. `respond` decides the response, by default 200. */
export function startReceiver() {
  const received: Received[] = [];
  let respond: (request: Received) => Response | Promise<Response> = () => new Response("thanks");
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const { pathname: path } = new URL(request.url);
      const one = { path, headers: request.headers, body, event: JSON.parse(body) };
      received.push(one);
      return respond(one);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port!,
    received,
    /** Returns what arrived since the last call. */
    take: () => received.splice(0),
    respondWith(next: typeof respond) {
      respond = next;
    },
    stop: () => server.stop(true),
  };
}

/** Verifies a request with the package that receivers use. `now` is the receiver's time. */
export function verify({ headers, body }: Received, secret: string, now: Date): void {
  setSystemTime(now);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers));
  } finally {
    setSystemTime();
  }
}

import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { newDataDir, runServer } from "#test/support/server/process.ts";

const body = JSON.stringify({ redirect_uris: ["https://app.test/callback"] });
const reading = "GET /api/v1/listings HTTP/1.1\r\nHost: localhost\r\n\r\n";
const writing = `POST /oauth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const opened = (port: number) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(socket.setEncoding("latin1")));
    socket.once("error", () => resolve(null));
  });

/** Returns the head of the response, or null if the connection ended before the response was complete. */
const exchanged = (socket: Socket, request: string) =>
  new Promise<string | null>((resolve) => {
    let text = "";
    const settle = (head: string | null) => {
      socket.removeAllListeners();
      socket.on("error", () => {});
      resolve(head);
    };
    socket.on("error", () => settle(null));
    socket.on("close", () => settle(null));
    socket.on("data", (chunk) => {
      text += chunk;
      const [head = "", answered] = text.split("\r\n\r\n", 2);
      if (answered !== undefined && answered.length >= Number(/^content-length: (\d+)/im.exec(head)![1])) settle(head);
    });
    socket.write(request);
  });

/** Sends requests until the server accepts no connection. Requests on accepted connections must not be lost. */
async function askOn(port: number, request: string, lost: string[]): Promise<number> {
  for (let answers = 0; ; ) {
    const socket = await opened(port);
    if (socket === null) return answers;
    for (let isOpen = true, isNew = true; isOpen; isNew = false) {
      const head = await exchanged(socket, request);
      // The kernel may accept a connection that the process never sees.
      if (head === null && isNew) return answers;
      if (head === null || !/^HTTP\/1\.1 20[01] /.test(head)) lost.push(head ?? "the connection was closed");
      else answers++;
      isOpen = head !== null && !/^connection: close/im.test(head);
    }
    socket.destroy();
  }
}

test.each(["1", "2"])(
  "SIGTERM with %s workers: all requests of 100 busy connections are answered, then none is accepted",
  async (n) => {
    const server = await runServer({ WORKERS: n, DATA_DIR: newDataDir(), RATE_LIMITS: "off" });
    const port = Number(new URL(server.url).port);
    const lost: string[] = [];
    const asking = Array.from({ length: 100 }, (_, i) => askOn(port, i % 2 ? writing : reading, lost));
    await Bun.sleep(500);
    server.child.kill("SIGTERM");
    const answers = await Promise.all(asking);
    expect(lost).toEqual([]);
    expect(Math.min(...answers)).toBeGreaterThan(0);
    expect((await server.ended()).exitCode).toBe(0);
  },
);

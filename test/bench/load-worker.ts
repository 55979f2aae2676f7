import type { Socket } from "bun";
import { fresh } from "./load.ts";

/** What the load generator is told on standard input. */
export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP/1.1 requests, sent in turn. */
  requests: string[];
}

/** What it answers on standard output; times in milliseconds. */
export interface LoadResult {
  answered: number;
  p50: number;
  p99: number;
}

interface Connection {
  sentAt: number;
  head: string;
  /** Bytes of the body still to come; -1 while the head is incomplete, -2 for a chunked body. */
  missing: number;
}

const { port, connections, seconds, requests } = (await Bun.stdin.json()) as LoadJob;
const encoded = requests.map((request) => Buffer.from(request, "latin1"));
const freshAt = encoded.map((request) => request.indexOf(fresh));
const times: number[] = [];
let next = 0;

function send(socket: Socket<Connection>): void {
  const turn = next % encoded.length;
  if (freshAt[turn]! >= 0) encoded[turn]!.write(String(next).padStart(fresh.length, "0"), freshAt[turn]!);
  next++;
  socket.data = { sentAt: performance.now(), head: "", missing: -1 };
  socket.write(encoded[turn]!);
}

function receive(socket: Socket<Connection>, bytes: Buffer): void {
  const { data } = socket;
  if (data.missing === -1) {
    data.head += bytes.toString("latin1", 0, Math.min(bytes.length, 8192));
    const end = data.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    if (!data.head.startsWith("HTTP/1.1 200")) fail(data.head.slice(0, 400));
    const before = data.head.length - Math.min(bytes.length, 8192);
    const length = /\r\ncontent-length: (\d+)/i.exec(data.head.slice(0, end));
    data.missing = length ? Number(length[1]) - (bytes.length - (end + 4 - before)) : -2;
  } else if (data.missing > 0) data.missing -= bytes.length;
  // A chunked body ends with an empty chunk; the small ones measured here end where a read ends.
  if (
    data.missing === 0 ||
    (data.missing === -2 && bytes.toString("latin1", Math.max(0, bytes.length - 5)) === "0\r\n\r\n")
  ) {
    times.push(performance.now() - data.sentAt);
    send(socket);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

for (let i = 0; i < connections; i++)
  await Bun.connect<Connection>({
    hostname: "127.0.0.1",
    port,
    data: { sentAt: 0, head: "", missing: -1 },
    socket: {
      open: send,
      data: receive,
      error: (_, error) => fail(String(error)),
      close: () => fail("the server closed a connection"),
    },
  });
await Bun.sleep(seconds * 1000);

const taken = times.slice().sort((a, b) => a - b);
const result: LoadResult = {
  answered: taken.length,
  p50: taken[Math.floor(taken.length * 0.5)] ?? Number.NaN,
  p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN,
};
console.log(JSON.stringify(result));
process.exit(0);

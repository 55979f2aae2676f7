import type { Socket } from "bun";
import { fresh } from "./load.ts";

/** Input of the load generator. */
export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  /** Complete HTTP/1.1 requests, sent in order. */
  requests: string[];
  /** Requests per second, sent even if earlier ones are not answered (default: as fast as they are answered). */
  rate?: number | null;
  /** Whether every response is reported. */
  isTimed?: boolean;
}

/** Output of the load generator; times in milliseconds. */
export interface LoadResult {
  answered: number;
  p50: number;
  p99: number;
  /** Time of each response and its duration, in milliseconds. */
  answers?: [at: number, ms: number][];
}

interface Connection {
  /** Start of the wait. With a rate, this is the due time, even if an earlier request delayed it. */
  sentAt: number;
  head: string;
  /** Remaining bytes of the body; -1 while the head is incomplete, -2 for a chunked body. */
  missing: number;
}

const { port, connections, seconds, requests, rate = null, isTimed = false } = (await Bun.stdin.json()) as LoadJob;
const encoded = requests.map((request) => Buffer.from(request, "latin1"));
const freshAt = requests.map((request) => [...request.matchAll(RegExp(fresh, "g"))].map(({ index }) => index));
const times: number[] = [];
const answeredAt: number[] = [];
let next = 0;
// The time, so that another run sends other texts.
const firstFresh = Date.now() * 1000;

function send(socket: Socket<Connection>, sentAt = performance.now()): void {
  const turn = next % encoded.length;
  for (const place of freshAt[turn]!)
    encoded[turn]!.write(String(firstFresh + next).slice(-fresh.length), place, "latin1");
  next++;
  socket.data = { sentAt, head: "", missing: -1 };
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
  // A chunked body ends with an empty chunk; the small ones measured here end with a read.
  if (
    data.missing === 0 ||
    (data.missing === -2 && bytes.toString("latin1", Math.max(0, bytes.length - 5)) === "0\r\n\r\n")
  ) {
    times.push(performance.now() - data.sentAt);
    if (isTimed) answeredAt.push(performance.timeOrigin + performance.now());
    sendNext(socket);
  }
}

function sendNext(socket: Socket<Connection>): void {
  const dueAt = rate === null ? performance.now() : socket.data.sentAt + (connections / rate) * 1000;
  const wait = dueAt - performance.now();
  if (wait <= 0) send(socket, dueAt);
  else setTimeout(send, wait, socket, dueAt);
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
      open: (socket) => send(socket),
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
  ...(isTimed && { answers: answeredAt.map((at, i): [number, number] => [at, times[i]!]) }),
};
await Bun.write(Bun.stdout, JSON.stringify(result));
process.exit(0);

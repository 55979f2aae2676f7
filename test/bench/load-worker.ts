import type { Socket } from "bun";
import { fresh } from "./load.ts";

/** What the load generator is told on standard input. */
export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP/1.1 requests, sent in turn. */
  requests: string[];
  /** Requests in a second, due whether or not those before are answered; as many as are answered unless given. */
  rate?: number | null;
  /** Whether each answer is told of. */
  isTimed?: boolean;
}

/** What it answers on standard output; times in milliseconds. */
export interface LoadResult {
  answered: number;
  p50: number;
  p99: number;
  /** When each came, in milliseconds of the clock, and how long it took. */
  answers?: [at: number, ms: number][];
}

interface Connection {
  /** Since when it is waited for: of requests at a rate when it was due, though the one before held it up. */
  sentAt: number;
  head: string;
  /** Bytes of the body still to come; -1 while the head is incomplete, -2 for a chunked body. */
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
  // A chunked body ends with an empty chunk; the small ones measured here end where a read ends.
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

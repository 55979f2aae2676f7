import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import type { Outbound, OutboundError, OutboundOptions, OutboundReason } from "#tools/core/ports/outbound.ts";
import { answer, type Peer, startPeer } from "../support/fakes/peers.ts";

// What servers may send: everything here is judged by the answer of one server on loopback.

let outbound: Outbound;
const peers: Peer[] = [];

beforeAll(() => {
  outbound = createOutbound({ allowNetworks: ["127.0.0.1/32"], dnsServers: [], userAgent: "test" });
});

// A request that is over, well or badly, leaves no connection behind.
afterEach(() => Promise.all(peers.map((peer) => peer.allClosed())));
afterAll(() => {
  for (const peer of peers) peer.stop();
});

async function fetchFrom(script: Parameters<typeof startPeer>[0], options?: OutboundOptions) {
  const peer = await startPeer(script);
  peers.push(peer);
  const { bytes, ...rest } = await outbound.fetch(`http://127.0.0.1:${peer.port}/`, options);
  return { ...rest, size: bytes.length, text: new TextDecoder().decode(bytes) };
}

const reasonOf = (script: Parameters<typeof startPeer>[0], options?: OutboundOptions): Promise<OutboundReason> =>
  fetchFrom(script, options).then(
    ({ status, size }) => {
      throw new Error(`answered ${status} with ${size} bytes`);
    },
    ({ reason }: OutboundError) => reason,
  );

const coded = (coding: string, body: string | Buffer) => answer(body, { headers: { "content-encoding": coding } });

/** Writes `bytes` every few milliseconds until the client goes away. */
function drip(socket: Socket, bytes: string | Buffer, head = "HTTP/1.1 200 OK\r\n\r\n") {
  socket.write(head);
  const timer = setInterval(() => socket.write(bytes), 5);
  socket.on("close", () => clearInterval(timer));
}

describe("bodies", () => {
  test.each([
    ["identity", (text: string) => text],
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["BR", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("in %s are read", async (coding, compress) => {
    expect((await fetchFrom(coded(coding, compress("hello world")))).text).toBe("hello world");
  });

  test("chunked and until the end of the connection: read", async () => {
    const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
    expect((await fetchFrom(chunked)).text).toBe("hello world");
    expect((await fetchFrom("HTTP/1.1 200 OK\r\n\r\nhello world")).text).toBe("hello world");
  });

  test("empty with any coding: read", async () => {
    expect(await fetchFrom(coded("gzip", ""))).toMatchObject({ status: 200, size: 0, isTruncated: false });
    const noContent = "HTTP/1.1 204 No Content\r\ncontent-encoding: br\r\n\r\n";
    expect(await fetchFrom(noContent)).toMatchObject({ status: 204, size: 0 });
  });

  test("of errors: read", async () => {
    expect(await fetchFrom(answer("gone", { status: "410 Gone" }))).toMatchObject({ status: 410, text: "gone" });
  });

  test("longer than declared: cut at the declared length", async () => {
    expect((await fetchFrom("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello world")).text).toBe("hello");
  });

  test("after headers of less than 32 KiB", async () => {
    const { headers } = await fetchFrom(answer("", { headers: { "x-large": "a".repeat(30_000) } }));
    expect(headers.get("x-large")).toHaveLength(30_000);
  });

  test("after an early hint", async () => {
    const hinted = Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), answer("hello")]);
    expect(await fetchFrom(hinted)).toMatchObject({ status: 200, text: "hello" });
  });
});

describe("bodies that are too large", () => {
  const text = "0123456789";

  test("an error, or cut if requested", async () => {
    expect(await reasonOf(answer(text), { maxBytes: 9 })).toBe("too_large");
    expect(await fetchFrom(answer(text), { maxBytes: 9, whenTooLarge: "truncate" })).toMatchObject({
      text: "012345678",
      isTruncated: true,
    });
    expect(await fetchFrom(answer(text), { maxBytes: 10 })).toMatchObject({ text, isTruncated: false });
  });

  test("endless: cut", async () => {
    const endless = (socket: Socket) => drip(socket, text.repeat(100));
    expect(await reasonOf(endless, { maxBytes: 5000 })).toBe("too_large");
    expect(await fetchFrom(endless, { maxBytes: 5000, whenTooLarge: "truncate" })).toMatchObject({
      size: 5000,
      isTruncated: true,
    });
  });

  const zeros = Buffer.alloc(50_000_000);
  test.each([
    ["gzip", gzipSync(zeros)],
    ["br", brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["zstd", zstdCompressSync(zeros)],
  ])("after decompression (%s) are an error or cut", async (coding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reasonOf(coded(coding, bomb))).toBe("too_large");
    expect(await fetchFrom(coded(coding, bomb), { maxBytes: 100_000, whenTooLarge: "truncate" })).toMatchObject({
      size: 100_000,
      isTruncated: true,
    });
  });

  test("endless gzip members without content: an error", async () => {
    const nothing = Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync("")));
    const endless = (socket: Socket) => drip(socket, nothing, "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n");
    expect(await reasonOf(endless, { maxBytes: 1000 })).toBe("too_large");
  });

  test("cost at most a window of 8 MB", async () => {
    const wide = zstdCompressSync(Buffer.alloc(20_000_000, "abcdefgh"), {
      params: { [constants.ZSTD_c_windowLog]: 25 },
    });
    expect(await reasonOf(coded("zstd", wide), { maxBytes: 30_000_000 })).toBe("protocol");
  });
});

describe("invalid responses", () => {
  const cases: [string, string | Buffer, OutboundReason][] = [
    ["none", "", "connection"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "protocol"],
    ["a page without headers", "<html>hello</html>", "protocol"],
    ["bytes", Buffer.alloc(300, "\u0000\u0001\u0002"), "protocol"],
    ["another version", "HTTP/3.0 200 OK\r\n\r\n", "protocol"],
    ["headers that break off", "HTTP/1.1 200 OK\r\ncontent-le", "connection"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nhi", "protocol"],
    ["a body that breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello", "connection"],
    ["chunks that break off", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel", "connection"],
    ["chunks that are none", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n", "protocol"],
    ["a coding that it is not in", coded("gzip", "hello"), "protocol"],
    ["compressed data that breaks off", coded("gzip", gzipSync("hello world").subarray(0, 20)), "protocol"],
    ["a coding that was not asked for", coded("gzip, gzip", gzipSync(gzipSync("hello"))), "protocol"],
    ["a huge header", answer("", { headers: { "x-huge": "a".repeat(40_000) } }), "too_large"],
    [
      "very many headers",
      answer("", { headers: Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`x-${n}`, "12345"])) }),
      "too_large",
    ],
  ];
  test.each(cases)("%s", async (_what, script, reason) => {
    expect(await reasonOf(script)).toBe(reason);
  });
});

describe("slow servers", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";

  test("no response, or silence within it: timeout", async () => {
    expect(await reasonOf(() => {}, { idleTimeoutMs: 50 })).toBe("timeout");
    expect(await reasonOf((socket) => socket.write("HTTP/1.1 200 OK\r\nx"), { idleTimeoutMs: 50 })).toBe("timeout");
    expect(await reasonOf((socket) => socket.write(`${head}hello`), { idleTimeoutMs: 50 })).toBe("timeout");
  });

  test("never silent, but never complete: timeout", async () => {
    const headers = (socket: Socket) => drip(socket, "x: y\r\n", "HTTP/1.1 200 OK\r\n");
    expect(await reasonOf(headers, { timeoutMs: 100 })).toBe("timeout");
    expect(await reasonOf((socket) => drip(socket, ".", head), { timeoutMs: 100 })).toBe("timeout");
    const hints = (socket: Socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", "");
    expect(await reasonOf(hints, { timeoutMs: 100 })).toBe("timeout");
  });

  test("redirects share one deadline", async () => {
    let step = 0;
    const slow = (socket: Socket) => {
      const location = answer("", { status: "302 Found", headers: { location: `/${++step}` } });
      setTimeout(() => socket.end(location), 40);
    };
    expect(await reasonOf(slow, { timeoutMs: 100, maxRedirects: 1000 })).toBe("timeout");
  });
});

test("unread bodies and other protocols: closed", async () => {
  let step = 0;
  const redirecting = (socket: Socket) => {
    if (++step > 1) socket.end(answer("arrived"));
    else socket.write("HTTP/1.1 302 Found\r\nlocation: /next\r\ncontent-length: 1000\r\n\r\nhello");
  };
  expect((await fetchFrom(redirecting)).text).toBe("arrived");
  const upgrade = "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";
  expect(await reasonOf((socket) => socket.write(upgrade))).toBe("protocol");
  await Promise.all(peers.map((peer) => peer.allClosed()));
});

test("caller's abort: rejects with its own reason", async () => {
  const stall = await startPeer((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nhello"));
  peers.push(stall);
  const controller = new AbortController();
  const pending = outbound.fetch(`http://127.0.0.1:${stall.port}/`, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("shutting down")), 20);
  expect(pending).rejects.toThrow("shutting down");
  await pending.catch(() => {});
  const late = outbound.fetch(`http://127.0.0.1:${stall.port}/`, { signal: controller.signal });
  expect(late).rejects.toThrow("shutting down");
  await late.catch(() => {});
  expect(stall.requests).toHaveLength(1);
});

test("one site: at most two requests at a time", async () => {
  let running = 0;
  let most = 0;
  const busy = await startPeer((socket) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      socket.end(answer("done"));
    }, 10);
  });
  peers.push(busy);
  const all = await Promise.all(Array.from({ length: 9 }, () => outbound.fetch(`http://127.0.0.1:${busy.port}/`)));
  expect(all.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(most).toBe(2);
});

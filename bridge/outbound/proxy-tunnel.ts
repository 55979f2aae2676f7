import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import { tooSlow, unreachable } from "./failures.ts";
import type { Guard } from "./guarded-fetch.ts";
import { authorityOf, type Lease } from "./proxy-lease.ts";
import { onlyTo, type VettedAddress } from "./resolve.ts";
import { type Target, vetUrl } from "./vet-url.ts";

const connectTimeoutMs = 5000;
const idleTimeoutMs = 15_000;

/** Opens a TLS tunnel (CONNECT, RFC 9110 section 9.3.6). Throws OutboundError if the tunnel cannot be opened. */
export async function tunnel(
  guard: Guard,
  lease: Lease,
  authority: string,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  // Accepts only a host and a port, because other parts of a URL could be interpreted in two ways.
  if (!/^[^\s/?#@\\]+:\d{1,5}$/.test(authority)) throw new OutboundError("bad_url", "This is not a host and a port.");
  const target = vetUrl(`https://${authority}/`, guard.rules);
  let upstream: Socket;
  try {
    lease.countConnection();
    upstream = await reach(target, await guard.resolve(target, lease.signal), lease.signal);
  } catch (error) {
    if (error instanceof OutboundError) lease.fail(authorityOf(target.url), error);
    throw error;
  }
  const cut = () => {
    lease.signal.removeEventListener("abort", cut);
    client.destroy();
    upstream.destroy();
  };
  lease.signal.addEventListener("abort", cut, { once: true });
  for (const side of [client, upstream]) side.on("close", cut);
  upstream.setTimeout(idleTimeoutMs, cut);
  if (lease.signal.aborted || client.destroyed) return cut();

  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  const first = head.length > 0 ? head : await firstBytes(client);
  if (!isTls(first)) return cut();
  client.unshift(first);
  for (const side of [client, upstream]) side.on("data", (chunk: Buffer) => lease.countBytes(chunk.length));
  client.pipe(upstream);
  upstream.pipe(client);
}

/** Recognises a TLS handshake record (RFC 8446 section 5.1). A tunnel must carry only TLS, not ws:// or SMTP. */
const isTls = (bytes: Buffer) => bytes[0] === 0x16 && (bytes.length === 1 || bytes[1] === 0x03);

/** The client's first bytes; empty if the client closes without sending any. */
function firstBytes(client: Duplex): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const leave = () => resolve(Buffer.alloc(0));
  client.once("close", leave);
  client.once("data", (chunk: Buffer) => {
    client.off("close", leave);
    client.pause();
    resolve(chunk);
  });
  return promise;
}

function reach(target: Target, addresses: VettedAddress[], signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: target.host, port: Number(target.url.port || 443), lookup: onlyTo(addresses) });
  const give = (error: unknown) => {
    reject(error);
    socket.destroy();
  };
  const onAbort = () => give(signal.reason);
  const timer = setTimeout(() => give(tooSlow(target.host)), connectTimeoutMs);
  signal.addEventListener("abort", onAbort, { once: true });
  socket.once("connect", () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    resolve(socket);
  });
  // This listener is never removed, because an error without a listener would end the process.
  socket.on("error", () => give(unreachable(target.host)));
  socket.once("close", () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
  return promise;
}

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import type { Guard } from "./guarded-fetch.ts";
import { forward } from "./proxy-forward.ts";
import { Lease, type LeaseLimits } from "./proxy-lease.ts";
import { tunnel } from "./proxy-tunnel.ts";

/** An HTTP proxy on a loopback address for holders of a lease. The proxy allows only what the guard allows. */
export interface GuardProxy {
  port: number;
  /** The caller must close the lease when the page is finished. */
  lease(limits: LeaseLimits): Lease;
  close(): void;
}

/** Marks the proxy's own responses (RFC 9209). The header is removed from websites' responses. */
export const ownAnswerHeader = "proxy-status";

const maxHeaderBytes = 32 * 1024;

export async function startProxy(guard: Guard): Promise<GuardProxy> {
  const leases = new Map<string, Lease>();
  const leaseOf = ({ headers }: IncomingMessage) => leases.get(headers["proxy-authorization"] ?? "");
  const server = http.createServer({ maxHeaderSize: maxHeaderBytes, headersTimeout: 10_000 });

  server.on("request", (request, response) => {
    const lease = leaseOf(request);
    if (!lease) return answer(response, 407);
    forward(guard, lease, request, response).catch((error) => answer(response, statusOf(error)));
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // This listener is added first, because an error without a listener would end the process.
    socket.on("error", () => socket.destroy());
    const lease = leaseOf(request);
    if (!lease) return socket.end(rawAnswer(407));
    tunnel(guard, lease, request.url!, socket, head).catch((error) => socket.end(rawAnswer(statusOf(error))));
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    lease(limits) {
      const lease = new Lease(limits);
      const { username, password } = lease.credentials;
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
      leases.set(key, lease);
      lease.signal.addEventListener("abort", () => leases.delete(key), { once: true });
      return lease;
    },
    close() {
      for (const lease of leases.values()) lease.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Every refusal gets status 403, so a page learns nothing about our network. */
function statusOf(error: unknown): number {
  if (!(error instanceof OutboundError)) return 502;
  if (error.reason === "timeout") return 504;
  return ["connection", "unresolvable", "tls", "protocol"].includes(error.reason) ? 502 : 403;
}

const ownHeaders = (status: number) => ({
  [ownAnswerHeader]: "slipway",
  "content-length": "0",
  ...(status === 407 && { "proxy-authenticate": 'Basic realm="slipway"' }),
});

function answer(response: ServerResponse, status: number): void {
  // A response that has already started is cut off, so that it does not look complete.
  if (response.headersSent) response.destroy();
  else response.writeHead(status, ownHeaders(status)).end();
}

function rawAnswer(status: number): string {
  const lines = Object.entries(ownHeaders(status)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join("")}connection: close\r\n\r\n`;
}

import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import tls from "node:tls";
import { createServer as createNameServer, type DnsHandler, Packet, type Resource } from "dns2";

/** Containers often have no IPv6, not even on loopback. */
export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

/** Addresses of a name; `failure` for an unknown name, `silence` for no response. */
export type Records = (string | { cname: string })[] | "failure" | "silence";

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

/** A real name server on a free UDP port of loopback. */
export async function startNameServer() {
  /** Known names. A function receives the number of earlier queries for the name's A record. */
  const known = new Map<string, Records | ((queries: number) => Records)>();
  /** Every query, such as `A example.com`. */
  const questions: string[] = [];
  const handle: DnsHandler = (request, send) => {
    const { name, type } = request.questions[0]!;
    const kind = type === Packet.TYPE.A ? "A" : "AAAA";
    const entry = known.get(name) ?? "failure";
    const asked = questions.filter((question) => question === `A ${name}`).length;
    const records = typeof entry === "function" ? entry(kind === "A" ? asked : Math.max(0, asked - 1)) : entry;
    questions.push(`${kind} ${name}`);
    if (records === "silence") return;
    const response = Packet.createResponseFromRequest(request);
    if (records === "failure") response.header.rcode = Packet.RCODE.NXDOMAIN;
    else {
      let owner = name;
      for (const record of records) {
        const base = { name: owner, class: Packet.CLASS.IN, ttl: 0 };
        if (typeof record === "object") {
          response.answers.push({ ...base, type: Packet.TYPE.CNAME, domain: record.cname } as Resource);
          owner = record.cname;
        } else if (record.includes(":") === (kind === "AAAA"))
          response.answers.push({ ...base, type: Packet.TYPE[kind], address: record } as Resource);
      }
    }
    // The client may have stopped waiting.
    void Promise.resolve(send(response)).catch(() => {});
  };
  const server = createNameServer({ udp: true, handle });
  const { udp } = await server.listen({ udp: { port: 0, address: "127.0.0.1" } });
  return { address: `127.0.0.1:${udp!.port}`, records: known, questions, stop: () => server.close() };
}

export type Peer = Awaited<ReturnType<typeof startPeer>>;

/** Response of a peer: bytes and the end of the connection, or custom behaviour. */
type Script = string | Buffer | ((socket: Socket, request: string) => void);

interface PeerOptions {
  address?: string;
  port?: number;
  secure?: { key: string; cert: string };
}

/** A server that answers with exactly the given bytes, valid or not. */
export async function startPeer(script: Script, { address = "127.0.0.1", port = 0, secure }: PeerOptions = {}) {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    socket.on("error", () => {});
    let head = "";
    const read = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", read);
      socket.resume();
      peer.requests.push(head);
      if (typeof script === "function") script(socket, head);
      else socket.end(script);
    };
    socket.on("data", read);
  };
  const track = (socket: Socket) => {
    peer.connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  };
  const server: Server = secure ? tls.createServer(secure, serve) : createServer(serve);
  server.on("connection", track);
  server.on("tlsClientError", () => {});
  const peer = {
    port: 0,
    /** Heads of the received requests. */
    requests: [] as string[],
    connections: 0,
    /** Resolves when every connection so far is closed. */
    async allClosed(): Promise<void> {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
    stop(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  server.listen(port, address);
  await once(server, "listening");
  peer.port = (server.address() as AddressInfo).port;
  return peer;
}

export function answer(
  body: string | Buffer,
  { status = "200 OK", headers = {} as Record<string, string> } = {},
): Buffer {
  const fields = { "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), Buffer.from(body)]);
}

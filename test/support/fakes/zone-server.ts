import { createServer, type DnsHandler, Packet, type Resource } from "dns2";

/** Records of a name; `servfail` and `silence` for a server that fails. */
export interface Zone {
  txt?: string[];
  a?: string[];
  ns?: string[];
}

const kinds = new Map<number, "txt" | "a" | "ns">([
  [Packet.TYPE.TXT, "txt"],
  [Packet.TYPE.A, "a"],
  [Packet.TYPE.NS, "ns"],
]);

/** A real name server on a free loopback port, UDP and TCP. Unknown names do not exist. */
export async function startZoneServer() {
  const zones = new Map<string, Zone | "servfail" | "silence">();
  /** Every query, such as `TXT acme.test`. */
  const questions: string[] = [];
  const handle: DnsHandler = (request, send) => {
    const { name, type } = request.questions[0]!;
    const kind = kinds.get(type!);
    questions.push(`${kind?.toUpperCase() ?? type} ${name}`);
    const zone = zones.get(name.toLowerCase());
    if (zone === "silence") return;
    const response = Packet.createResponseFromRequest(request);
    const base = { name, type, class: Packet.CLASS.IN, ttl: 0 };
    if (zone === "servfail") response.header.rcode = Packet.RCODE.SERVFAIL;
    else if (!zone) response.header.rcode = Packet.RCODE.NXDOMAIN;
    else if (kind === "txt") for (const data of zone.txt ?? []) response.answers.push({ ...base, data } as Resource);
    else if (kind === "a") for (const address of zone.a ?? []) response.answers.push({ ...base, address } as Resource);
    else if (kind === "ns") for (const ns of zone.ns ?? []) response.answers.push({ ...base, ns } as Resource);
    // The client may have stopped waiting.
    void Promise.resolve(send(response)).catch(() => {});
  };
  const { port, stop } = await listenTwice(handle);
  return { port, address: `127.0.0.1:${port}`, zones, questions, stop };
}

/** Listens on one port for UDP and, for long responses, TCP. */
async function listenTwice(handle: DnsHandler) {
  for (;;) {
    const short = createServer({ udp: true, handle });
    const { udp } = await short.listen({ udp: { port: 0, address: "127.0.0.1" } });
    const { port } = udp!;
    const long = createServer({ tcp: true, handle });
    // Another connection may have that port.
    const isTaken = new Promise<boolean>((resolve) => long.once("error", () => resolve(true)));
    const isFree = long.listen({ tcp: { port, address: "127.0.0.1" } }).then(() => false);
    if (await Promise.race([isTaken, isFree])) {
      await short.close();
      continue;
    }
    const stop = async () => {
      await short.close();
      await long.close();
    };
    return { port, stop };
  }
}

import { afterAll, beforeAll, expect, test } from "bun:test";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import type { OutboundError, OutboundOptions } from "#tools/core/ports/outbound.ts";
import { selfSigned } from "../support/fakes/certificate.ts";
import { answer, type NameServer, type Peer, startNameServer, startPeer } from "../support/fakes/peers.ts";

// The guard on the far side of TLS: certificates are made here and trusted through the `ca` setting alone.

let dns: NameServer;
const peers: Peer[] = [];

beforeAll(async () => {
  dns = await startNameServer();
  dns.records.set("site.test", ["127.0.0.1"]);
  dns.records.set("other.test", ["127.0.0.1"]);
});

afterAll(async () => {
  for (const peer of peers) peer.stop();
  await dns.stop();
});

async function securePeer(
  hosts: string[],
  script = answer("hi"),
  daysLeft?: number,
): Promise<{ peer: Peer; ca: string }> {
  const { key, cert } = selfSigned(hosts, daysLeft);
  const peer = await startPeer(script, { secure: { key, cert } });
  peers.push(peer);
  return { peer, ca: cert };
}

const outcome = (url: string, ca?: string, options?: OutboundOptions) =>
  createOutbound({ allowNetworks: ["127.0.0.1/32"], dnsServers: [dns.address], userAgent: "test", ca })
    .fetch(url, options)
    .then(
      ({ status }) => String(status),
      ({ reason, message }: OutboundError) => `${reason}: ${message}`,
    );

test("certificate must match the requested name or address", async () => {
  const { peer, ca } = await securePeer(["site.test", "127.0.0.1"]);
  expect(await outcome(`https://site.test:${peer.port}/`, ca)).toBe("200");
  expect(await outcome(`https://127.0.0.1:${peer.port}/`, ca)).toBe("200");
  expect(await outcome(`https://other.test:${peer.port}/`, ca)).toBe(
    'tls: "other.test" has a certificate for another name.',
  );
  expect(peer.requests).toHaveLength(2);
});

test("certificate for a name: not valid for an address", async () => {
  const { peer, ca } = await securePeer(["site.test"]);
  expect(await outcome(`https://127.0.0.1:${peer.port}/`, ca)).toStartWith("tls:");
});

test("untrusted certificate: refused, whatever the environment says", async () => {
  const { peer } = await securePeer(["site.test"]);
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    expect(await outcome(`https://site.test:${peer.port}/`)).toContain("browsers do not trust its certificate");
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
  expect(await outcome(`https://site.test:${peer.port}/`)).toContain("browsers do not trust its certificate");
  expect(peer.requests).toEqual([]);
});

test("expired certificate: refused", async () => {
  const { peer, ca } = await securePeer(["site.test"], answer("hi"), -1);
  expect(await outcome(`https://site.test:${peer.port}/`, ca)).toBe(
    'tls: "site.test" has a certificate that has expired.',
  );
});

test("server without TLS: refused", async () => {
  const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("plain") });
  expect(await outcome(`https://site.test:${plain.port}/`)).toStartWith("tls:");
  await plain.stop(true);
});

test("endless handshake: cut", async () => {
  const silent = await startPeer(() => {});
  peers.push(silent);
  expect(await outcome(`https://site.test:${silent.port}/`, undefined, { connectTimeoutMs: 50 })).toStartWith(
    "timeout:",
  );
});

test("httpsOnly: a redirect to http is refused", async () => {
  const { peer, ca } = await securePeer(
    ["site.test"],
    answer("", { status: "307 Temporary Redirect", headers: { location: "http://site.test/" } }),
  );
  expect(await outcome(`https://site.test:${peer.port}/`, ca, { httpsOnly: true })).toBe(
    'forbidden_scheme: "site.test" redirects to a URL that we do not follow. The URL must start with https://.',
  );
});

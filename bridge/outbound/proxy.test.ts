import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import tls from "node:tls";
import { selfSigned } from "#test/support/fakes/certificate.ts";
import { answer, type NameServer, type Peer, startNameServer, startPeer } from "#test/support/fakes/peers.ts";
import { createGuard } from "./create-outbound.ts";
import { type GuardProxy, startProxy } from "./proxy.ts";
import type { Lease } from "./proxy-lease.ts";

// 127.0.0.1 is let through and stands for a public server, 127.0.0.2 is a private one on the same ports.

const { key, cert } = selfSigned(["site.test"]);
const limits = { maxBytes: 1_000_000, maxConnections: 20 };
let dns: NameServer;
let site: Peer;
let hidden: Peer;
let secure: Peer;
let hiddenSecure: Peer;
let proxy: GuardProxy;
let lease: Lease;

beforeAll(async () => {
  dns = await startNameServer();
  site = await startPeer((socket, request) => {
    const [, path] = request.split(" ");
    if (path === "/hops") {
      const headers = { connection: "x-hop", "x-hop": "1", "x-end": "2", "proxy-status": "site", "keep-alive": "9" };
      socket.end(answer("hi", { headers }));
    } else if (path === "/large") socket.end(answer(Buffer.alloc(3_000_000)));
    else if (path === "/echo") {
      const reply = (body: unknown) => socket.end(answer(`got ${body}`));
      // The body comes with the head, or by itself.
      if (request.endsWith("\r\n\r\n")) socket.once("data", reply);
      else reply(request.split("\r\n\r\n")[1]);
    } else if (path !== "/silence") socket.end(answer(`you asked ${path}`, { status: "404 Not Found" }));
  });
  hidden = await startPeer(answer("secret"), { address: "127.0.0.2", port: site.port });
  secure = await startPeer(
    (socket, request) => socket.end(request.includes("/large") ? answer(Buffer.alloc(3_000_000)) : answer("safe")),
    { secure: { key, cert } },
  );
  hiddenSecure = await startPeer(answer("secret"), { address: "127.0.0.2", port: secure.port, secure: { key, cert } });
  proxy = await startProxy(createGuard({ allowNetworks: ["127.0.0.1/32"], dnsServers: [dns.address] }));
});

beforeEach(() => {
  dns.records.clear();
  dns.records.set("site.test", ["127.0.0.1"]);
  dns.records.set("private.test", ["127.0.0.2"]);
  dns.records.set("metadata.test", ["169.254.169.254"]);
  dns.records.set("mixed.test", ["127.0.0.1", "127.0.0.2"]);
  dns.records.set("public.test", ["93.184.216.34"]);
  dns.questions.length = 0;
  lease = proxy.lease(limits);
});
afterEach(() => lease.close());

afterAll(async () => {
  proxy.close();
  // No test may ever have reached them.
  expect([hidden.connections, hiddenSecure.connections]).toEqual([0, 0]);
  for (const peer of [site, hidden, secure, hiddenSecure]) peer.stop();
  await dns.stop();
});

const authorization = ({ credentials: { username, password } } = lease) =>
  `Proxy-Authorization: Basic ${btoa(`${username}:${password}`)}\r\n`;

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and reads until the other side ends. */
async function exchange(request: string): Promise<string> {
  const socket = await open();
  socket.write(request);
  let answered = "";
  socket.on("data", (chunk) => {
    answered += chunk.toString("latin1");
  });
  await once(socket, "close");
  return answered;
}

const get = (url: string, fields = authorization(), method = "GET") =>
  exchange(`${method} ${url} HTTP/1.1\r\nHost: elsewhere.test\r\nConnection: close\r\n${fields}\r\n`);
const statusLine = (answered: string) => answered.split("\r\n")[0];
const at = (host: string, path = "/") => `http://${host}:${site.port}${path}`;

describe("a plain request", () => {
  test("goes to the host of its URL without headers for the proxy", async () => {
    const fields = "TE: trailers\r\nX-Mine: 1\r\nUpgrade: websocket\r\nProxy-Connection: keep-alive\r\n";
    const answered = await get(at("site.test", "/a?b=c"), fields + authorization());
    expect(statusLine(answered)).toBe("HTTP/1.1 404 Not Found");
    expect(answered).toEndWith("\r\n\r\nyou asked /a?b=c");
    const [line, ...sent] = site.requests.at(-1)!.trim().toLowerCase().split("\r\n");
    expect(line).toBe("get /a?b=c http/1.1");
    expect(sent.sort()).toEqual(["connection: close", `host: site.test:${site.port}`, "x-mine: 1"]);
  });

  test("returns the response without headers for the proxy", async () => {
    const names = (await get(at("site.test", "/hops")))
      .split("\r\n")
      .map((line) => line.split(":")[0]!.toLowerCase())
      .filter((name) => name.startsWith("x-") || name.startsWith("proxy"));
    expect(names).toEqual(["x-end"]);
  });

  test("can have a body", async () => {
    const body = "hello";
    const fields = `${authorization()}Content-Length: ${body.length}\r\n`;
    const head = `POST ${at("site.test", "/echo")} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${fields}\r\n`;
    expect(await exchange(head + body)).toEndWith("got hello");
  });
});

describe("without a lease", () => {
  const wrong = [
    ["nothing", ""],
    ["another password", `Proxy-Authorization: Basic ${btoa("page:guess")}\r\n`],
    ["another scheme", "Proxy-Authorization: Bearer x\r\n"],
  ];
  test.each(wrong)("%s: no request", async (_, fields) => {
    const before = site.connections;
    const plain = await get(at("site.test"), fields);
    const tunnelled = await get(`site.test:${secure.port}`, fields, "CONNECT");
    for (const answered of [plain, tunnelled]) {
      expect(statusLine(answered)).toBe("HTTP/1.1 407 Proxy Authentication Required");
      expect(answered.toLowerCase()).toContain("proxy-authenticate: basic ");
    }
    expect(site.connections).toBe(before);
    expect(dns.questions).toEqual([]);
  });

  test("closed lease: refused", async () => {
    lease.close();
    expect(statusLine(await get(at("site.test")))).toStartWith("HTTP/1.1 407");
  });

  test("lease of another page: does not use this page's limits", async () => {
    const other = proxy.lease({ ...limits, maxConnections: 1 });
    expect(statusLine(await get(at("site.test"), authorization(other)))).toStartWith("HTTP/1.1 404");
    expect(statusLine(await get(at("site.test"), authorization(other)))).toStartWith("HTTP/1.1 403");
    expect(statusLine(await get(at("site.test")))).toStartWith("HTTP/1.1 404");
    other.close();
  });
});

describe("refusals are 403 without details", () => {
  const hosts = [
    "127.0.0.2",
    "0x7f.2",
    "2130706434",
    "[::1]",
    "[::ffff:127.0.0.2]",
    "169.254.169.254",
    "private.test",
    "metadata.test",
    "mixed.test",
    "router.local",
  ];
  test.each(hosts)("%s", async (host) => {
    const answers = [await get(at(host)), await get(`${host}:${secure.port}`, authorization(), "CONNECT")];
    for (const answered of answers) {
      expect(statusLine(answered)).toBe("HTTP/1.1 403 Forbidden");
      expect(answered).toEndWith("\r\n\r\n");
      expect(answered).not.toMatch(/127\.0|169\.254|::1/);
    }
    expect(lease.failureAt(new URL(at(host)))?.reason ?? "not looked up").toMatch(/forbidden_address|not looked up/);
  });

  const addresses: [string, string][] = [
    ["another port", "http://public.test:8080/"],
    ["another port of an address", "http://93.184.216.34:22/"],
    ["credentials", "http://user:pass@site.test/"],
    ["https, which needs a tunnel", "https://site.test/"],
    ["a path alone", "/"],
  ];
  test.each(addresses)("%s", async (_, url) => {
    expect(statusLine(await get(url))).toBe("HTTP/1.1 403 Forbidden");
  });

  test.each(["site.test", "site.test:99999", "user@site.test:443", "site.test:443/path"])(
    "a tunnel to %p",
    async (authority) => {
      const answered = await get(authority, authorization(), "CONNECT");
      expect(statusLine(answered)).toMatch(/^(HTTP\/1\.1 40[03] |$)/);
    },
  );

  test("a name is checked at each connection", async () => {
    dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
    expect(statusLine(await get(at("rebind.test")))).toStartWith("HTTP/1.1 404");
    expect(statusLine(await get(at("rebind.test")))).toStartWith("HTTP/1.1 403");
    expect(lease.failureAt(new URL(at("rebind.test")))).toMatchObject({ reason: "forbidden_address" });
  });
});

test("unreachable and forbidden targets have different statuses", async () => {
  const gone = await startPeer("");
  gone.stop();
  expect(statusLine(await get(at("missing.test")))).toStartWith("HTTP/1.1 502");
  expect(statusLine(await get(`http://site.test:${gone.port}/`))).toStartWith("HTTP/1.1 502");
  expect(statusLine(await get(`site.test:${gone.port}`, authorization(), "CONNECT"))).toStartWith("HTTP/1.1 502");
  expect(lease.failureAt(new URL(`https://site.test:${gone.port}/`))).toMatchObject({ reason: "connection" });
});

describe("a tunnel", () => {
  async function tunnel(authority = `site.test:${secure.port}`): Promise<Socket> {
    const socket = await open();
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization()}\r\n`);
    const [established] = await once(socket, "data");
    expect(String(established)).toBe("HTTP/1.1 200 Connection established\r\n\r\n");
    return socket;
  }

  async function ask(socket: Socket, path: string): Promise<number> {
    const session = tls.connect({ socket, servername: "site.test", ca: cert });
    let received = 0;
    session.on("error", () => {});
    session.on("data", (chunk) => {
      received += chunk.length;
    });
    await once(session, "secureConnect");
    session.write(`GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`);
    await once(session, "close");
    return received;
  }

  test("carries TLS end to end", async () => {
    expect(await ask(await tunnel(), "/")).toBe(answer("safe").length);
  });

  test.each([
    ["http", "GET / HTTP/1.1\r\nHost: site.test\r\n\r\n"],
    ["a WebSocket without TLS", "GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"],
    ["mail", "EHLO site.test\r\n"],
  ])("carries no %s", async (_, bytes) => {
    const before = site.requests.length;
    const socket = await tunnel(`site.test:${site.port}`);
    socket.write(bytes);
    socket.resume();
    await once(socket, "close");
    expect(site.requests).toHaveLength(before);
  });

  test("ends with its lease", async () => {
    const socket = await tunnel();
    socket.resume();
    lease.close();
    await once(socket, "close");
    await secure.allClosed();
  });

  test("ends when the page has used its limits", async () => {
    expect(await ask(await tunnel(), "/large")).toBeLessThan(limits.maxBytes);
    expect(lease.signal.reason).toMatchObject({ reason: "too_large", message: "The page loads more than 1 MB." });
  });
});

test("response beyond the page's limits: cut", async () => {
  const answered = await get(at("site.test", "/large"));
  // What is between the sockets already may still arrive.
  expect(answered.length).toBeLessThan(2 * limits.maxBytes);
  expect(lease.signal.reason).toMatchObject({ reason: "too_large" });
  expect(statusLine(await get(at("site.test")))).toStartWith("HTTP/1.1 407");
});

test("closing the proxy cuts running connections", async () => {
  const own = await startProxy(createGuard({ allowNetworks: ["127.0.0.1/32"], dnsServers: [dns.address] }));
  const held = own.lease(limits);
  const socket = connect(own.port, "127.0.0.1");
  socket.write(`GET ${at("site.test", "/silence")} HTTP/1.1\r\nHost: site.test\r\n${authorization(held)}\r\n`);
  const before = site.connections;
  while (site.connections === before) await Bun.sleep(5);
  socket.resume();
  own.close();
  await once(socket, "close");
  await site.allClosed();
  await expect(once(connect(own.port, "127.0.0.1"), "connect")).rejects.toThrow();
});

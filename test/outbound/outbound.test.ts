import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import type { OutboundError, OutboundOptions, OutboundReason } from "#tools/core/ports/outbound.ts";
import {
  answer,
  hasIpv6,
  type NameServer,
  type Peer,
  type Records,
  startNameServer,
  startPeer,
} from "../support/fakes/peers.ts";

// Where requests may go: 127.0.0.1 is let through and stands for a public server, 127.0.0.2 and ::1 are private ones.

let dns: NameServer;
let open: Peer;
let hidden: Peer[];
let redirectTo = "";

const userAgent = "SlipwayBot/0.1 (+https://slipway.test/docs)";
const outbound = () => createOutbound({ allowNetworks: ["127.0.0.1/32"], dnsServers: [dns.address], userAgent });

beforeAll(async () => {
  dns = await startNameServer();
  open = await startPeer((socket, request) => {
    const [, path] = request.split(" ");
    if (path === "/to") socket.end(answer("", { status: "302 Found", headers: { location: redirectTo } }));
    else if (/^\/count\/[1-9]/.test(path!))
      socket.end(answer("", { status: "301 Moved", headers: { location: `${Number(path!.slice(7)) - 1}` } }));
    else socket.end(answer(`you asked ${path}`));
  });
  // The private servers listen on the same port, so that only the address decides.
  const addresses = hasIpv6 ? ["127.0.0.2", "::1"] : ["127.0.0.2"];
  hidden = await Promise.all(addresses.map((address) => startPeer(answer("secret"), { address, port: open.port })));
});

beforeEach(() => {
  dns.records.clear();
  dns.records.set("site.test", ["127.0.0.1"]);
  dns.questions.length = 0;
  open.requests.length = 0;
});

afterAll(async () => {
  // No test may ever have reached them.
  expect(hidden.reduce((sum, { connections }) => sum + connections, 0)).toBe(0);
  for (const peer of [open, ...hidden]) peer.stop();
  await dns.stop();
});

const at = (host: string, path = "/") => `http://${host}:${open.port}${path}`;

async function refusal(url: string, options: OutboundOptions = {}): Promise<OutboundError> {
  const error = await outbound()
    .fetch(url, options)
    .then(
      () => null,
      (error: OutboundError) => error,
    );
  expect(error).toHaveProperty("reason");
  // What a user reads never tells an address that we met.
  expect(error!.message).not.toMatch(/127\.0\.0\.2|10\.0\.0|::1|169\.254/);
  return error!;
}

const reasonFor = async (url: string, options?: OutboundOptions) => (await refusal(url, options)).reason;

describe("a request", () => {
  test("goes to the checked address under the site's name, without cookies and fragment", async () => {
    const { bytes, ...rest } = await outbound().fetch(at("Site.test.", "/a?b=c#d"), {
      headers: { accept: "text/html" },
    });
    expect(new TextDecoder().decode(bytes)).toBe("you asked /a?b=c");
    expect(rest).toMatchObject({ status: 200, url: at("site.test", "/a?b=c"), isTruncated: false, redirects: [] });
    expect(rest.headers.get("content-length")).toBe("16");
    const [requestLine, ...fields] = open.requests[0]!.trim().split("\r\n");
    expect(requestLine).toBe("GET /a?b=c HTTP/1.1");
    expect(fields.map((field) => field.toLowerCase()).sort()).toEqual([
      "accept-encoding: gzip, br, zstd",
      "accept: text/html",
      "connection: close",
      `host: site.test:${open.port}`,
      `user-agent: ${userAgent.toLowerCase()}`,
    ]);
  });

  test("POST: sends the body with its length, and follows no redirect", async () => {
    const received: string[] = [];
    const site = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      async fetch(request) {
        const { method, headers } = request;
        const [length, type] = ["content-length", "content-type"].map((name) => headers.get(name));
        received.push(`${method} ${new URL(request.url).pathname} ${length} ${type} ${await request.text()}`);
        return Response.redirect("/elsewhere", 307);
      },
    });
    const { status, redirects } = await outbound().fetch(`http://site.test:${site.port}/hook`, {
      ...{ method: "POST", body: '{"name":"Süß"}', headers: { "content-type": "application/json" }, maxRedirects: 3 },
    });
    await site.stop(true);
    expect([status, redirects]).toEqual([307, []]);
    expect(received).toEqual(['POST /hook 16 application/json {"name":"Süß"}']);
  });

  test.skipIf(!hasIpv6)("reaches a site that has both kinds of address", async () => {
    const both = createOutbound({ allowNetworks: ["127.0.0.1/32", "::1/128"], dnsServers: [dns.address], userAgent });
    const v6 = await startPeer(answer("v6"), { address: "::1" });
    dns.records.set("both.test", ["127.0.0.1", "::1"]);
    const { bytes } = await both.fetch(`http://both.test:${v6.port}/`);
    const literal = await both.fetch(`http://[::1]:${v6.port}/`);
    v6.stop();
    expect(new TextDecoder().decode(bytes)).toBe("v6");
    expect(literal.url).toBe(`http://[::1]:${v6.port}/`);
    expect(v6.requests[1]).toContain(`host: [::1]:${v6.port}`);
  });

  test("ignores proxies of the environment", async () => {
    const proxy = await startPeer(answer("proxied"));
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const script = `
      import { createOutbound } from "${import.meta.dir}/../../bridge/outbound/create-outbound.ts";
      const outbound = createOutbound({ allowNetworks: ["127.0.0.1/32"], dnsServers: [], userAgent: "x" });
      const { bytes } = await outbound.fetch("${at("127.0.0.1")}");
      console.log(new TextDecoder().decode(bytes));`;
    const child = Bun.spawn([process.execPath, "-e", script], {
      env: { HTTP_PROXY: proxyUrl, http_proxy: proxyUrl, ALL_PROXY: proxyUrl, NODE_USE_ENV_PROXY: "1" },
    });
    expect((await new Response(child.stdout).text()).trim()).toBe("you asked /");
    expect(proxy.connections).toBe(0);
    proxy.stop();
  });
});

describe("names without a public address", () => {
  const forbidden: [string, Records][] = [
    ["private.test", ["127.0.0.2"]],
    ["private6.test", ["::1"]],
    ["metadata.test", ["169.254.169.254"]],
    ["mapped.test", ["::ffff:127.0.0.1"]],
    ["mixed.test", ["127.0.0.1", "127.0.0.2"]],
    ["mixed-public.test", ["93.184.216.34", "10.0.0.1"]],
    ["mixed-kinds.test", ["127.0.0.1", "::1"]],
    ["alias.test", [{ cname: "inner.alias.test" }, "127.0.0.2"]],
    // Names of local networks, even if they pointed to a public address.
    ["intranet", ["93.184.216.34"]],
    ["printer.local", ["93.184.216.34"]],
    ["vault.internal", ["93.184.216.34"]],
    ["missing.internal", "failure"],
  ];
  test.each(forbidden)("%s", async (name, records) => {
    dns.records.set(name, records);
    const error = await refusal(at(name));
    expect(error.reason).toBe("forbidden_address");
    expect(error.message).toBe(`"${name}" does not point to a public IP address.`);
  });

  test.each([
    "127.0.0.2",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:127.0.0.2]",
    "2130706434",
    "0x7f.2",
    "169.254.169.254",
  ])("the literal %s, which needs no look-up", async (host) => {
    expect(await reasonFor(at(host))).toBe("forbidden_address");
    expect(dns.questions).toEqual([]);
  });

  test("localhost: loopback without a lookup, if allowed", async () => {
    const { status } = await outbound().fetch(at("localhost"));
    expect(status).toBe(200);
    expect(dns.questions).toEqual([]);
    const elsewhere = createOutbound({ allowNetworks: ["10.0.0.0/8"], dnsServers: [dns.address], userAgent });
    expect(elsewhere.fetch(at("localhost"))).rejects.toMatchObject({ reason: "forbidden_address" });
  });

  test("local name: may point to an allowed network", async () => {
    dns.records.set("printer.local", ["127.0.0.1"]);
    expect((await outbound().fetch(at("printer.local"))).status).toBe(200);
  });
});

describe("names whose address changes", () => {
  test("one lookup: checked and connected to", async () => {
    dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
    expect((await outbound().fetch(at("rebind.test"))).status).toBe(200);
    expect(dns.questions.toSorted()).toEqual(["A rebind.test", "AAAA rebind.test"]);
  });

  test("redirect: looked up and checked again", async () => {
    dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
    redirectTo = "/again";
    expect(await reasonFor(at("rebind.test", "/to"))).toBe("forbidden_address");
    expect(open.requests).toHaveLength(1);
  });
});

test("missing name, and name without addresses: unresolvable", async () => {
  dns.records.set("empty.test", []);
  expect(await reasonFor(at("missing.test"))).toBe("unresolvable");
  expect(await reasonFor(at("empty.test"))).toBe("unresolvable");
});

test("silent DNS server: ends at the request's deadline", async () => {
  dns.records.set("silent.test", "silence");
  expect(await reasonFor(at("silent.test"), { timeoutMs: 200 })).toBe("timeout");
});

test("ports other than 80 and 443: allowed networks only", async () => {
  dns.records.set("public.test", ["93.184.216.34"]);
  expect(await reasonFor("http://public.test:8080/")).toBe("forbidden_port");
  expect(await reasonFor("http://93.184.216.34:22/")).toBe("forbidden_port");
});

test("closed port", async () => {
  const gone = await startPeer("");
  gone.stop();
  expect(await reasonFor(`http://site.test:${gone.port}/`)).toBe("connection");
});

describe("redirects", () => {
  test("followed and reported", async () => {
    const result = await outbound().fetch(at("site.test", "/count/3"));
    expect(result.url).toBe(at("site.test", "/count/0"));
    expect(result.redirects).toEqual(
      [3, 2, 1].map((n) => ({
        status: 301,
        from: at("site.test", `/count/${n}`),
        to: at("site.test", `/count/${n - 1}`),
      })),
    );
  });

  const refused: [string, () => string, OutboundReason, OutboundOptions?][] = [
    ["a private address", () => at("127.0.0.2"), "forbidden_address"],
    ["a private address in a spelling", () => at("0x7f000002"), "forbidden_address"],
    ["a private IPv6 address", () => at("[::1]"), "forbidden_address"],
    ["a name with a private address", () => at("private.test"), "forbidden_address"],
    ["another scheme", () => "file:///etc/passwd", "forbidden_scheme"],
    ["another port", () => "http://93.184.216.34:25/", "forbidden_port"],
    ["credentials", () => "http://user:pass@site.test/", "has_credentials"],
    ["nothing readable", () => "http://[", "bad_url"],
    ["themselves", () => "/to", "too_many_redirects"],
    ["ever new addresses", () => "/count/9", "too_many_redirects"],
    ["more addresses than asked for", () => "/count/2", "too_many_redirects", { maxRedirects: 2 }],
  ];
  test.each(refused)("to %s: not followed", async (_to, location, reason, options = {}) => {
    dns.records.set("private.test", ["127.0.0.2"]);
    redirectTo = location();
    expect(await reasonFor(at("site.test", "/to"), options)).toBe(reason);
  });

  test("in a circle: detected at once", async () => {
    redirectTo = "/to";
    await refusal(at("site.test", "/to"));
    expect(open.requests).toHaveLength(1);
  });

  test("returned if redirects are not followed", async () => {
    redirectTo = "http://127.0.0.2/";
    const { status, headers, redirects } = await outbound().fetch(at("site.test", "/to"), { maxRedirects: 0 });
    expect([status, headers.get("location"), redirects]).toEqual([302, "http://127.0.0.2/", []]);
  });

  test("location in UTF-8: followed", async () => {
    redirectTo = "/süß";
    expect((await outbound().fetch(at("site.test", "/to"))).url).toBe(at("site.test", "/s%C3%BC%C3%9F"));
  });
});

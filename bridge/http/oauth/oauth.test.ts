import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Writable } from "node:stream";
import pino from "pino";
import { createOAuthLimits } from "#auth/oauth/attempt-limit.ts";
import { addSite } from "#test/support/records/records.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.store.write((tx) => addSite(tx, "games"));
});
afterAll(() => server.stop());

const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/oauth/${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const json = { "content-type": "application/json" };
const metadata = JSON.stringify({ redirect_uris: ["https://app.test/callback"] });

const metadataPaths = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource",
];

describe("metadata documents", () => {
  test("authorization server: issuer and endpoints are the same on every host", async () => {
    const expected = {
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
    };
    for (const host of [undefined, "games.localhost"])
      expect(
        await (await fetch(server.url + metadataPaths[0], { headers: host ? { host } : {} })).json(),
      ).toMatchObject(expected);
  });

  test("protected resource: describes the resource of the host, on both paths", async () => {
    const port = new URL(server.url).port;
    for (const path of metadataPaths.slice(1)) {
      expect(await (await fetch(server.url + path)).json()).toMatchObject({
        resource: `${server.url}/mcp`,
        authorization_servers: [server.url],
      });
      const other = await fetch(server.url + path, { headers: { host: `games.localhost:${port}` } });
      expect(await other.json()).toMatchObject({
        resource: `http://games.localhost:${port}/mcp`,
        authorization_servers: [server.url],
        resource_name: "games",
      });
    }
  });

  test.each(metadataPaths)("%s: cacheable, readable by browsers and read-only", async (path) => {
    const answer = await fetch(server.url + path);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("vary")).toContain("Host");
    const etag = answer.headers.get("etag")!;
    expect((await fetch(server.url + path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await fetch(server.url + path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const refused = await fetch(server.url + path, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const asked = await fetch(server.url + path, { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });
});

describe.each(["token", "revoke", "register"])("/oauth/%s", (path) => {
  test("405: all methods but POST; browsers of any origin are allowed", async () => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const refused = await fetch(`${server.url}/oauth/${path}`, { method });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
    }
    const asked = await fetch(`${server.url}/oauth/${path}`, {
      method: "OPTIONS",
      headers: { origin: "https://app.test", "access-control-request-headers": "authorization, mcp-protocol-version" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")).toContain("POST");
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization, mcp-protocol-version");
  });

  test("400: another content type; 413: more than 64 kB, with or without a length", async () => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", ""]) {
      const refused = await post(path, "x", { "content-type": type });
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: "invalid_request" }]);
    }
    const type = path === "register" ? json : {};
    const chunks = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 66; index++) controller.enqueue(new Uint8Array(1024).fill(97));
        controller.close();
      },
    });
    for (const body of ["a".repeat(65_537), chunks]) {
      const refused = await post(path, body, type);
      expect([refused.status, await refused.json()]).toMatchObject([413, { error: "invalid_request" }]);
    }
  });

  test("responses must not be stored and are readable by browsers", async () => {
    const answer = await post(path, path === "register" ? metadata : "x=1", path === "register" ? json : {});
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("pragma")).toBe("no-cache");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("x-request-id")).not.toBe("");
  });
});

test("401: a Basic challenge only if the client used Basic (RFC 6749 §5.2)", async () => {
  const basic = { authorization: `Basic ${btoa("unknown:secret")}` };
  for (const [path, body] of [
    ["token", "grant_type=refresh_token&refresh_token=x"],
    ["revoke", "token=x"],
  ] as const) {
    const withHeader = await post(path, body, basic);
    expect(withHeader.status).toBe(401);
    expect(withHeader.headers.get("www-authenticate")).toStartWith("Basic ");
    const without = await post(path, `${body}&client_id=unknown`);
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, null]);
    expect(await without.json()).toMatchObject({ error: "invalid_client" });
  }
});

test("registration: 201, or 400 with the codes of RFC 7591 §3.2.2", async () => {
  expect((await post("register", metadata, json)).status).toBe(201);
  for (const [body, error] of [
    ["{", "invalid_client_metadata"],
    ["[]", "invalid_client_metadata"],
    ['{"redirect_uris":["http://app.test/"]}', "invalid_redirect_uri"],
  ] as const) {
    const refused = await post("register", body, json);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error }]);
  }
});

test("429: too many registrations of one network; others are not affected", async () => {
  const limited = await startTestServer({
    oauthLimits: createOAuthLimits({ registrations: { points: 2, seconds: 3600 } }),
    trustedProxies: 1,
  });
  const from = async (address: string) => {
    const headers = { ...json, "x-forwarded-for": address };
    const answer = await fetch(`${limited.url}/oauth/register`, { method: "POST", body: metadata, headers });
    return { status: answer.status, wait: Number(answer.headers.get("retry-after")) };
  };
  expect([(await from("192.0.2.1")).status, (await from("192.0.2.1")).status]).toEqual([201, 201]);
  const { status, wait } = await from("192.0.2.1");
  expect(status).toBe(429);
  expect(wait).toBeWithin(3500, 3601);
  expect((await from("192.0.2.2")).status).toBe(201);
  // An IPv6 /64 counts as one network.
  const ofOneNetwork = [];
  for (const address of ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"])
    ofOneNetwork.push((await from(address)).status);
  expect(ofOneNetwork).toEqual([201, 201, 429]);
  await limited.stop();
});

test("500: server_error without the cause, and a log without secrets", async () => {
  let log = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const broken = await startTestServer({ log: pino({ level: "trace" }, sink) });
  await broken.store.write(async (tx) => tx.$client.run("DROP TABLE oauth_tokens"));
  const registered = await fetch(`${broken.url}/oauth/register`, { method: "POST", body: metadata, headers: json });
  const { client_id, client_secret } = (await registered.json()) as Record<string, string>;
  const answer = await fetch(`${broken.url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "slrt_presented" }),
  });
  const requestId = answer.headers.get("x-request-id")!;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "server_error", error_description: expect.stringContaining(requestId) });
  expect(log).toContain(requestId);
  expect(log).toContain("no such table");
  const hash = new Bun.CryptoHasher("sha256").update("slrt_presented").digest("hex");
  for (const secret of [client_secret!, "slrt_presented", hash]) expect(log).not.toContain(secret);
  await broken.stop();
});

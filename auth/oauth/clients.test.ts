import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Authorization, newClient, openAuthorization, refusal } from "#test/support/clients/authorization.ts";
import { authenticateClient, isDocumentUrl, resolveClient } from "./clients.ts";
import type { Parameters } from "./parameters.ts";

let fixture: Authorization;
let open: { id: string; secret: string };
let basic: typeof open;
let post: typeof open;

beforeAll(async () => {
  fixture = await openAuthorization();
  open = await newClient(fixture);
  basic = await newClient(fixture, { token_endpoint_auth_method: "client_secret_basic" });
  post = await newClient(fixture, { token_endpoint_auth_method: "client_secret_post" });
});
afterAll(() => fixture.store.close());

const authenticate = (authorization: string | null, body: Parameters = {}) =>
  authenticateClient(fixture.server, authorization, body);
const header = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("accepted: each client with its registered method (RFC 6749 §2.3.1)", () => {
  test("public client: client_id only", async () => {
    expect((await authenticate(null, { client_id: open.id })).id).toBe(open.id);
  });

  test("Basic: with or without client_id, in any letter case", async () => {
    const credentials = header(`${basic.id}:${basic.secret}`);
    expect((await authenticate(credentials)).id).toBe(basic.id);
    expect((await authenticate(credentials, { client_id: basic.id })).id).toBe(basic.id);
    expect((await authenticate(credentials.replace("Basic", "bASIC"))).id).toBe(basic.id);
  });

  test("Basic: id and secret are form-urlencoded", async () => {
    const encoded = `${basic.id.replaceAll("-", "%2D")}:${basic.secret.replaceAll("_", "%5f")}`;
    expect((await authenticate(header(encoded))).id).toBe(basic.id);
  });

  test("client_secret in the body", async () => {
    expect((await authenticate(null, { client_id: post.id, client_secret: post.secret })).id).toBe(post.id);
  });
});

describe("refused", () => {
  const cases: [string, () => Promise<unknown>, string][] = [
    ["no client", () => authenticate(null), "invalid_client"],
    ["an unknown client", () => authenticate(null, { client_id: "unknown" }), "invalid_client"],
    ["an unknown document", () => authenticate(null, { client_id: "https://app.test/c" }), "invalid_client"],
    ["a missing secret", () => authenticate(null, { client_id: basic.id }), "invalid_client"],
    ["a wrong secret", () => authenticate(header(`${basic.id}:${post.secret}`)), "invalid_client"],
    ["an empty secret", () => authenticate(header(`${basic.id}:`)), "invalid_client"],
    [
      "a wrong secret in the body",
      () => authenticate(null, { client_id: post.id, client_secret: "x" }),
      "invalid_client",
    ],
    [
      "post for basic",
      () => authenticate(null, { client_id: basic.id, client_secret: basic.secret }),
      "invalid_client",
    ],
    ["basic for post", () => authenticate(header(`${post.id}:${post.secret}`)), "invalid_client"],
    [
      "a secret of a public client",
      () => authenticate(null, { client_id: open.id, client_secret: "x" }),
      "invalid_client",
    ],
    ["basic for a public client", () => authenticate(header(`${open.id}:`)), "invalid_client"],
    [
      "two methods",
      () => authenticate(header(`${basic.id}:${basic.secret}`), { client_secret: basic.secret }),
      "invalid_request",
    ],
    [
      "two clients",
      () => authenticate(header(`${basic.id}:${basic.secret}`), { client_id: post.id }),
      "invalid_request",
    ],
    ["another scheme", () => authenticate(`Bearer ${basic.secret}`, { client_id: basic.id }), "invalid_client"],
    ["not base64", () => authenticate("Basic ???", { client_id: basic.id }), "invalid_client"],
    ["no colon", () => authenticate(header(basic.id)), "invalid_client"],
    ["bad percent-encoding", () => authenticate(header(`${basic.id}:%zz`)), "invalid_client"],
    ["an empty header", () => authenticate("", { client_id: open.id }), "invalid_client"],
  ];
  test.each(cases)("%s", async (_name, attempt, code) => {
    expect(await refusal(attempt())).toBe(code);
  });
});

test("unknown id that is not a document URL: invalid_client", async () => {
  const about = { now: fixture.server.now(), network: "192.0.2.1" };
  expect(await refusal(resolveClient(fixture.server, "app", about))).toBe("invalid_client");
  expect(await refusal(resolveClient(fixture.server, "https://app.test/", about))).toBe("invalid_client");
});

test.each([
  ["https://app.test/client.json", true],
  ["https://app.test:8443/client?version=1", true],
  ["https://app.test/client/", true],
  ["https://app.test", false],
  ["https://app.test/", false],
  ["http://app.test/client.json", false],
  ["HTTPS://app.test/client.json", false],
  ["https://APP.test/client.json", false],
  ["https://app.test:443/client.json", false],
  ["https://app.test/client.json#", false],
  ["https://app.test/client.json#a", false],
  ["https://user@app.test/client.json", false],
  ["https://:secret@app.test/client.json", false],
  ["https://@app.test/client.json", false],
  ["https://app.test/../client.json", false],
  ["https://app.test/./client.json", false],
  ["https://app.test/a/%2e%2e/client.json", false],
  ["https://app.test\\client.json", false],
  [" https://app.test/client.json", false],
  ["https://127.1/client.json", false],
])("document URL %p: %p", (clientId, isUrl) => {
  expect(isDocumentUrl(clientId)).toBe(isUrl);
});

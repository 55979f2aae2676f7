import { expect, test } from "bun:test";
import { addRingKey } from "#db/keys/key-ring.ts";
import { startTestServer } from "#test/support/server/harness.ts";
import { nodeToken } from "./node-token.ts";

test("clientOf: the client of a request with the node token, null for any other token", async () => {
  const server = await startTestServer();
  try {
    const { headers: headersFor, clientOf } = nodeToken(server.store.read);
    const headers = headersFor("203.0.113.9");
    const [name, own] = Object.entries(headers)[0]!;
    const clientWith = (token: string) => clientOf(new Request(server.url, { headers: { ...headers, [name]: token } }));
    expect(clientWith(own)).toBe("203.0.113.9");
    for (const token of ["", "x", `${own}x`, own.slice(1), "x".repeat(own.length), "\u00e9".repeat(own.length)])
      expect(clientWith(token)).toBeNull();
  } finally {
    await server.stop();
  }
});

test("a token from before a rotation is accepted for 7 days, and refused when it is replayed later", async () => {
  for (const [days, client] of [
    [6, "203.0.113.9"],
    [8, null],
  ] as const) {
    const server = await startTestServer();
    try {
      const token = nodeToken(server.store.read);
      const replayed = token.headers("203.0.113.9");
      addRingKey(server.store.read, "node", new Date(Date.now() - days * 86_400_000));
      expect(token.clientOf(new Request(server.url, { headers: replayed }))).toBe(client);
      expect(token.clientOf(new Request(server.url, { headers: token.headers("203.0.113.9") }))).toBe("203.0.113.9");
    } finally {
      await server.stop();
    }
  }
});

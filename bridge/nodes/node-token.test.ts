import { expect, test } from "bun:test";
import { startTestServer } from "#test/support/server/harness.ts";
import { nodeToken } from "./node-token.ts";

test("only who has the mark says for whom it asks; anything else in its place is an ordinary request", async () => {
  const server = await startTestServer();
  try {
    const mark = nodeToken(server.store.read);
    const fields = mark.fields("203.0.113.9");
    const [field, own] = Object.entries(fields)[0]!;
    const asked = (given: string) => mark.clientOf(new Request(server.url, { headers: { ...fields, [field]: given } }));
    expect(asked(own)).toBe("203.0.113.9");
    for (const given of ["", "x", `${own}x`, own.slice(1), "x".repeat(own.length), "\u00e9".repeat(own.length)])
      expect(asked(given)).toBeNull();
  } finally {
    await server.stop();
  }
});

import { expect, test } from "bun:test";
import { addRingKey } from "#db/keys/key-ring.ts";
import { unsubscribePath, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { keyFor } from "#test/support/records/account.ts";
import { startTestServer } from "#test/support/server/harness.ts";

test("after a rotation of the key: a link in an old email works for half a year, a new link works at once", async () => {
  for (const [days, status] of [
    [179, 200],
    [181, 404],
  ] as const) {
    const server = await startTestServer();
    try {
      const db = server.store.read;
      const email = "ada@example.test";
      const { id } = await keyFor(server.store, { email });
      const account = { id, email };
      const link = () => server.url + unsubscribePath(unsubscribeToken(db, account), "digests");
      const old = link();
      addRingKey(db, "unsubscribe", new Date(Date.now() - days * 86_400_000));
      expect([(await fetch(old)).status, (await fetch(link())).status]).toEqual([status, 200]);
      expect(link()).not.toBe(old);
    } finally {
      await server.stop();
    }
  }
});

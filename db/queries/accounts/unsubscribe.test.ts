import { expect, test } from "bun:test";
import { addRingKey } from "#db/keys/key-ring.ts";
import { accountOfUnsubscribeToken, unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { keyFor } from "#test/support/records/account.ts";
import { startTestServer } from "#test/support/server/harness.ts";

test("after a rotation of the key: a link in an old email works for half a year, a new link works at once", async () => {
  for (const [days, isValid] of [
    [179, true],
    [181, false],
  ] as const) {
    const server = await startTestServer();
    try {
      const db = server.store.read;
      const email = "ada@example.test";
      const { id } = await keyFor(server.store, { email });
      const account = { id, email };
      const old = unsubscribeToken(db, account);
      addRingKey(db, "unsubscribe", new Date(Date.now() - days * 86_400_000));
      const now = unsubscribeToken(db, account);
      expect(now).not.toBe(old);
      const accounts = [await accountOfUnsubscribeToken(db, old), await accountOfUnsubscribeToken(db, now)];
      expect(accounts.map((found) => found?.id ?? null)).toEqual([isValid ? id : null, id]);
    } finally {
      await server.stop();
    }
  }
});

import { issueApiKey } from "#auth/api-keys.ts";
import type { Scope } from "#auth/scopes.ts";
import { accountByEmail, createAccount } from "#db/queries/accounts/accounts.ts";
import type { Store } from "#db/store/store.ts";
import { testNow } from "../server/harness.ts";

interface KeyOptions {
  email?: string;
  scopes?: Scope[];
  isTest?: boolean;
  expiresAt?: string | null;
}

/** Returns an API key of a verified account, which is created if needed. */
export async function keyFor(store: Store, options: KeyOptions = {}) {
  const { email = "ada@example.test", scopes = ["account:read"], isTest = false, expiresAt = null } = options;
  return store.write(async (tx) => {
    const account =
      (await accountByEmail(tx, email)) ?? (await createAccount(tx, { email, name: "Ada", isVerified: true }, testNow));
    const { key, row } = await issueApiKey(
      tx,
      { accountId: account.id, name: "test", scopes, isTest, expiresAt },
      testNow,
    );
    return { key, id: row.id, account };
  });
}

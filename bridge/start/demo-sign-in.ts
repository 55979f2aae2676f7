import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueApiKey } from "#auth/api-keys.ts";
import { hashPassword } from "#auth/passwords.ts";
import { allScopes } from "#auth/scopes.ts";
import { newSecret } from "#auth/secrets.ts";
import { accountByEmail, createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { hasOwnerVia } from "#db/queries/accounts/owners.ts";
import { founderIdBySlug } from "#db/queries/founders/founder-profile.ts";
import { addDemoRecords } from "#db/seed/demo-account.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";

export type DemoSignIn = { email: string; password: string; key: string };

const email = "founder@demo.test";

export const hasDemoSignIn = async (store: Store): Promise<boolean> =>
  (await accountByEmail(store.read, email)) !== undefined || (await hasOwnerVia(store.read, "demo"));

/**
 * Creates the demo account once per database, with random secrets. The database stores only their hashes, so a file
 * beside it keeps the secrets for later starts. Returns null if that file is missing.
 */
export async function demoSignIn(store: Store, folder: string, now: Date): Promise<DemoSignIn | null> {
  const file = join(folder, "demo-sign-in.json");
  const known = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
  if (await accountByEmail(store.read, email)) return known();
  const founderId = await founderIdBySlug(store.read, "demo-founder");
  if (founderId === null) return null;
  const password = newSecret().slice(0, 16);
  const passwordHash = await hashPassword(password);
  const key = await store.write(async (tx) => {
    // Another process may have started with the same new folder.
    if (await accountByEmail(tx, email)) return null;
    const account = await createAccount(
      tx,
      { email, name: "Robin Tidewell", passwordHash, isVerified: true },
      new Date(now.getTime() - 2 * dayMs),
    );
    await updateAccount(tx, account.id, { founderId }, now);
    await addDemoRecords(tx, { accountId: account.id, founderId }, now);
    const request = { accountId: account.id, name: "Demo", isTest: false, expiresAt: null };
    return (await issueApiKey(tx, { ...request, scopes: allScopes }, now)).key;
  });
  if (key === null) return known();
  const signIn = { email, password, key };
  writeFileSync(file, JSON.stringify(signIn, null, 2), { mode: 0o600 });
  return signIn;
}

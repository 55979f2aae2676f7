import { allScopes } from "#auth/scopes.ts";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { keyFor } from "../records/account.ts";
import { testNow } from "./harness.ts";
import { temporary } from "./temporary.ts";

export type Founder = Awaited<ReturnType<typeof demoFounder>>;

/**
 * The founder of the demo directory, for whom the examples of all tools work. With `isTest`, the records are moved to
 * the sandbox, so that the examples work there too.
 */
export async function demoFounder(store: Store, { isTest = false } = {}) {
  const { email, password } = (await demoSignIn(store, temporary, testNow))!;
  const account = (await accountByEmail(store.read, email))!;
  const { key } = await keyFor(store, { email, scopes: [...allScopes], isTest });
  const [site] = await allSites(store.read);
  if (isTest)
    await store.write(async (tx) => {
      const sandbox = await openSandbox(tx, site!, testNow);
      tx.$client.run("UPDATE drafts SET site_id = ?, url_key = 'sandbox:' || url_key WHERE account_id = ?", [
        sandbox,
        account.id,
      ]);
      tx.$client.run("UPDATE claims SET is_test = 1 WHERE account_id = ?", [account.id]);
      const owned = "(SELECT company_id FROM company_owners WHERE account_id = ?)";
      tx.$client.run(`UPDATE companies SET url_key = 'sandbox:' || url_key WHERE id IN ${owned}`, [account.id]);
      tx.$client.run("UPDATE orders SET site_id = ?, is_test = 1 WHERE account_id = ?", [sandbox, account.id]);
      tx.$client.run(`UPDATE listings SET site_id = ? WHERE company_id IN ${owned}`, [sandbox, account.id]);
    });
  return { accountId: account.id, email, password, key, site: site! };
}

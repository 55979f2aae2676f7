import { join } from "node:path";
import { issueApiKey } from "#auth/api-keys.ts";
import { hashSecret, newSecret } from "#auth/secrets.ts";
import { accountByEmail, createAccount } from "#db/queries/accounts/accounts.ts";
import { createGrant, registerClient, saveTokens } from "#db/queries/accounts/oauth.ts";
import { openStore } from "#db/store/file-store.ts";
import { compare, type Server } from "./load.ts";
import { getPaths, getRequest } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { benchOrigin } from "./servers.ts";
import { type Row, throughputRow } from "./table.ts";

const email = "bench@example.test";
const resource = `${benchOrigin}/mcp`;

/** A key and an access token of an account, which is created if needed. */
async function credentials(folder: string): Promise<{ key: string; token: string }> {
  const store = openStore(join(folder, "slipway.db"));
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000).toISOString();
  const made = await store.write(async (tx) => {
    const account =
      (await accountByEmail(tx, email)) ?? (await createAccount(tx, { email, name: "Bench", isVerified: true }, now));
    const scopes = ["account:read" as const];
    const { key } = await issueApiKey(
      tx,
      { accountId: account.id, name: "bench", scopes, isTest: false, expiresAt },
      now,
    );
    const id = crypto.randomUUID();
    const metadata = {
      client_name: "Bench",
      redirect_uris: ["http://127.0.0.1/"],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none" as const,
    };
    await registerClient(tx, { id, secretHash: null, metadata }, now);
    const code = { codeHash: hashSecret(newSecret()), redirectUri: "http://127.0.0.1/", codeChallenge: "x", expiresAt };
    const grantId = await createGrant(tx, { accountId: account.id, clientId: id, scopes, resource }, code, now);
    const token = newSecret("slat_");
    await saveTokens(tx, [{ tokenHash: hashSecret(token), kind: "access", grantId, scopes, expiresAt }], now);
    return { key, token };
  });
  await store.close();
  return made;
}

/** Measures the cost of authentication: the same reads with and without a key or an access token. */
export async function measureBearers(slipway: Server, folder: string, size: number, effort: Effort): Promise<Row[]> {
  const { key, token } = await credentials(folder);
  const anonymous = getPaths(size).map(getRequest);
  const withBearer = (bearer: string) =>
    anonymous.map((request) => request.replace("\r\naccept:", `\r\nauthorization: Bearer ${bearer}\r\naccept:`));
  const [plain, byKey, byToken] = await compare(
    [anonymous, withBearer(key), withBearer(token)].map((requests) => ({ server: slipway, requests })),
    effort,
  );
  return [
    throughputRow("REST get with an API key", size, [byKey!, plain!], { name: "without" }),
    throughputRow("REST get with an access token", size, [byToken!, plain!], { name: "without" }),
  ];
}

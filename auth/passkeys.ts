import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import * as z from "zod";
import { isMarkOf, markOf } from "#db/keys/sealed-text.ts";
import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import {
  createPasskey,
  deletePasskeys,
  passkeyByCredential,
  passkeysOfAccount,
  recordPasskeyUse,
  spendChallenge,
} from "#db/queries/accounts/passkeys.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { notify } from "./notify.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { type Browser, type SignedIn, signIn } from "./sign-in.ts";

/** Thrown if a passkey is not accepted. The message gives the reason and is only logged. */
export class PasskeyRefused extends Error {}

/** The relying party of WebAuthn Level 3, and the browser that it talks to. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
  /** A secret of the browser and its session. Each challenge is only for this browser. */
  browserSecret: string;
}

export const maxPasskeys = 20;
const challengeMs = 10 * 60_000;
/** COSE numbers of EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

// The challenge carries its own end and our signature, so that showing a page stores nothing.
function newChallenge(db: Db, { browserSecret }: RelyingParty, now: Date): string {
  const text = `${now.getTime() + challengeMs}.${newSecret()}`;
  return Buffer.from(`${text}.${markOf(db, `passkey:${text}:${browserSecret}`)}`).toString("base64url");
}

function isOwnChallenge(db: Db, { browserSecret }: RelyingParty, challenge: string, now: Date): boolean {
  const [end, secret, mark = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  return Number(end) > now.getTime() && isMarkOf(db, `passkey:${end}.${secret}:${browserSecret}`, mark);
}

async function spend(tx: Tx, challenge: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs).toISOString();
  if (!(await spendChallenge(tx, hashSecret(challenge), expiresAt)))
    throw new PasskeyRefused("the challenge was used before");
}

// The handle is the same for all passkeys of an account and contains nothing that identifies the person (§14.6.1).
const userHandleOf = ({ id, createdAt }: Account): string =>
  Buffer.from(hashSecret(`passkeys of ${id} ${createdAt}`), "hex").toString("base64url");

export const registrationOptions = async (
  db: Db,
  relyingParty: RelyingParty,
  account: Account,
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> => ({
  rp: { id: relyingParty.id, name: relyingParty.name },
  user: { id: userHandleOf(account), name: account.email, displayName: account.name || account.email },
  challenge: newChallenge(db, relyingParty, now),
  pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
  excludeCredentials: (await passkeysOfAccount(db, account.id)).map(({ credentialId: id }) => ({
    type: "public-key",
    id,
  })),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
});

export const signInOptions = (db: Db, relyingParty: RelyingParty, now: Date) => ({
  rpId: relyingParty.id,
  challenge: newChallenge(db, relyingParty, now),
  userVerification: "required" as const,
});

const refuse = (error: Error): never => {
  throw new PasskeyRefused(error.message, { cause: error });
};

const credentialSchema = z.looseObject({
  id: z.string(),
  response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.string().nullish() }),
});
const clientDataSchema = z.object({ challenge: z.string() });

/** Reads what the browser's `toJSON` returned, and what the library must check in it. */
async function readCredential<Response extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  { store, now }: AuthContext,
  relyingParty: RelyingParty,
  json: string,
) {
  const response = credentialSchema.parse(JSON.parse(json));
  const clientData = Buffer.from(response.response.clientDataJSON, "base64url").toString();
  const { challenge: expectedChallenge } = clientDataSchema.parse(JSON.parse(clientData));
  if (!isOwnChallenge(store.read, relyingParty, expectedChallenge, now))
    throw new PasskeyRefused("the challenge has expired or belongs to another browser");
  const { origin: expectedOrigin, id: expectedRPID } = relyingParty;
  return { response: response as object as Response, expectedChallenge, expectedOrigin, expectedRPID };
}

// The library takes 25 MB, so a process loads it with the first passkey.
const library = () => import("@simplewebauthn/server");

/** Adds a passkey and notifies the owner. Throws PasskeyRefused. Callers must check that the sign-in is recent. */
export async function addPasskey(
  authContext: AuthContext,
  relyingParty: RelyingParty,
  account: Account,
  { name, credential }: { name: string; credential: string },
): Promise<void> {
  const { store, now } = authContext;
  const given = await readCredential<RegistrationResponseJSON>(authContext, relyingParty, credential).catch(refuse);
  const { verifyRegistrationResponse } = await library();
  const check = await verifyRegistrationResponse({ ...given, supportedAlgorithmIDs: algorithms }).catch(refuse);
  if (!check.verified) throw new PasskeyRefused("the attestation is not valid");
  const { id: credentialId, publicKey: key, counter: signCount } = check.registrationInfo.credential;
  const publicKey = Buffer.from(key).toString("base64url");
  await store.write(async (tx) => {
    await spend(tx, given.expectedChallenge, now);
    if ((await passkeysOfAccount(tx, account.id)).length >= maxPasskeys)
      throw new PasskeyRefused("the account has too many passkeys");
    const id = await createPasskey(tx, { accountId: account.id, name, credentialId, publicKey, signCount }, now);
    if (id === undefined) throw new PasskeyRefused("an account already has this passkey");
    const subjects = [`passkey:${id}`, `account:${account.id}`] as const;
    await logAuth(tx, authContext, "add_passkey", account.id, { subjects: [...subjects], after: { name } });
    await mailChange(tx, authContext, account, `The passkey “${name}” can now sign in to your account.`);
  });
}

export const removePasskey = (authContext: AuthContext, account: Account, id: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    const [removed] = await deletePasskeys(tx, account.id, { id });
    if (!removed) return;
    const subjects = [`passkey:${id}`, `account:${account.id}`] as const;
    const before = { name: removed.name };
    await logAuth(tx, authContext, "remove_passkey", account.id, { subjects: [...subjects], before });
    await mailChange(tx, authContext, account, `The passkey “${removed.name}” can no longer sign in to your account.`);
  });

const mailChange = (tx: Tx, { site, now }: AuthContext, account: Account, change: string): Promise<void> => {
  const mail = {
    subject: "Your passkeys have changed",
    paragraphs: [change, "If this was not you, remove unknown passkeys in your account and set a new password."],
    action: { label: "View passkeys", url: `${site.base}/account#passkeys` },
  };
  return notify(tx, account, site, mail, now);
};

/** Signs in the owner of a passkey. Throws PasskeyRefused. */
export async function signInByPasskey(
  authContext: AuthContext,
  browser: Browser,
  relyingParty: RelyingParty,
  credential: string,
): Promise<SignedIn> {
  const { store, now } = authContext;
  const given = await readCredential<AuthenticationResponseJSON>(authContext, relyingParty, credential).catch(refuse);
  const passkey = await passkeyByCredential(store.read, given.response.id);
  const account = passkey && (await accountById(store.read, passkey.accountId));
  if (!passkey || !account) throw new PasskeyRefused("no account has this passkey");
  if (account.suspendedAt) throw new PasskeyRefused("the account is suspended");
  if (given.response.response.userHandle !== userHandleOf(account))
    throw new PasskeyRefused("the passkey names another account");
  const { verifyAuthenticationResponse } = await library();
  const { credentialId: id, publicKey, signCount: counter } = passkey;
  // The library refuses a counter that has not grown, which is a sign of a copied authenticator (§6.1.1).
  const stored = { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter };
  const check = await verifyAuthenticationResponse({ ...given, credential: stored }).catch(refuse);
  if (!check.verified) throw new PasskeyRefused("the signature is wrong");
  const token = await store.write(async (tx) => {
    await spend(tx, given.expectedChallenge, now);
    if (!(await recordPasskeyUse(tx, passkey, check.authenticationInfo.newCounter, now)))
      throw new PasskeyRefused("the passkey was removed or used at the same time");
    return signIn(tx, authContext, browser, account, "passkey");
  });
  return { account, token };
}

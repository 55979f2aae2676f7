import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import * as z from "zod";
import { markOf } from "#db/keys/sealed-text.ts";
import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import {
  createPasskey,
  deletePasskeys,
  type Passkey,
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
  const expected = markOf(db, `passkey:${end}.${secret}:${browserSecret}`);
  return Number(end) > now.getTime() && hashSecret(mark) === hashSecret(expected);
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
  relyingParty: RelyingParty & { name: string },
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

const credentialSchema = z.looseObject({
  id: z.string(),
  response: z.looseObject({ userHandle: z.string().nullish() }),
});

/** Reads what the browser's `toJSON` returned. The library checks the other fields. */
function readCredential<Credential extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  json: string,
): Credential {
  try {
    return credentialSchema.parse(JSON.parse(json)) as object as Credential;
  } catch (error) {
    throw new PasskeyRefused("the browser sent no credential", { cause: error });
  }
}

/** Runs a check of the library, and returns its result with the challenge that was answered. */
async function check<Result extends { verified: boolean }>(
  { store, now }: AuthContext,
  relyingParty: RelyingParty,
  verify: (expected: {
    expectedChallenge(challenge: string): boolean;
    expectedOrigin: string;
    expectedRPID: string;
    requireUserVerification: true;
  }) => Promise<Result>,
): Promise<Result & { verified: true; challenge: string }> {
  let answered = "";
  const expectedChallenge = (challenge: string) => {
    answered = challenge;
    return isOwnChallenge(store.read, relyingParty, challenge, now);
  };
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty;
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true as const };
  const result = await verify(expected).catch((error: Error) => {
    throw new PasskeyRefused(error.message, { cause: error });
  });
  if (!result.verified) throw new PasskeyRefused("the signature is wrong");
  return { ...result, verified: true, challenge: answered };
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
  const response = readCredential<RegistrationResponseJSON>(credential);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo, challenge } = await check(authContext, relyingParty, (expected) =>
    verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: algorithms }),
  );
  const { id: credentialId, publicKey: key, counter: signCount } = registrationInfo.credential;
  const publicKey = Buffer.from(key).toString("base64url");
  await store.write(async (tx) => {
    await spend(tx, challenge, now);
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
  const response = readCredential<AuthenticationResponseJSON>(credential);
  const passkey = await passkeyByCredential(store.read, response.id);
  const account = passkey && (await accountById(store.read, passkey.accountId));
  if (!passkey || !account) throw new PasskeyRefused("no account has this passkey");
  if (account.suspendedAt) throw new PasskeyRefused("the account is suspended");
  if (response.response.userHandle !== userHandleOf(account))
    throw new PasskeyRefused("the passkey names another account");
  const { verifyAuthenticationResponse } = await library();
  const { authenticationInfo, challenge } = await check(authContext, relyingParty, (expected) =>
    verifyAuthenticationResponse({ ...expected, response, credential: storedCredential(passkey) }),
  );
  const token = await store.write(async (tx) => {
    await spend(tx, challenge, now);
    if (!(await recordPasskeyUse(tx, passkey, authenticationInfo.newCounter, now)))
      throw new PasskeyRefused("the passkey was removed or used at the same time");
    return signIn(tx, authContext, browser, account, "passkey");
  });
  return { account, token };
}

// The library refuses a counter that has not grown, which is a sign of a copied authenticator (§6.1.1).
const storedCredential = ({ credentialId: id, publicKey, signCount: counter }: Passkey) => ({
  id,
  publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
  counter,
});

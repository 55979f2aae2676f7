import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Stats } from "node:fs";
import { keyFile, replaceKeyFile } from "./key-file.ts";
import { type KeyList, keyChange, keyList } from "./key-list.ts";
import type { Keyed } from "./key-ring.ts";
import type { Signature } from "./signature.ts";
import { canonical } from "./verify.mjs";

export const signingPath = ({ path }: Keyed): string => `${path}.signing.pem`;

const newKey = () => generateKeyPairSync("ed25519").privateKey;
const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const publicPart = (key: KeyObject) => createPublicKey(key).export({ format: "jwk" }).x!;

/** The changes of the key follow the key in its file, so that one rename replaces both. */
const endOfPem = "-----END PRIVATE KEY-----";

function parse(content: Buffer, { mtime }: Stats) {
  const [pem, changes = ""] = content.toString().split(endOfPem);
  const key = createPrivateKey(pem + endOfPem);
  const list = keyList.parse({
    format: "slipway-keys/1",
    public_key: publicPart(key),
    changes: JSON.parse(changes.trim() || "[]"),
  });
  return { key, list, since: list.changes[0]?.change.at ?? mtime.toISOString() };
}

const read = (db: Keyed) => keyFile(signingPath(db), parse, () => pemOf(newKey()))!;

/** The public list of the current and former keys. */
export const keyListOf = (db: Keyed): KeyList => read(db).list;

export const signingSince = (db: Keyed): string => read(db).since;

export const publicKeyOf = (db: Keyed): string => keyListOf(db).public_key;

/** Signs a value in its canonical form (RFC 8785), so the document's layout does not matter. */
export const signatureOf = (db: Keyed, value: unknown): Signature => signedBy(read(db).key, value);

const signedBy = (key: KeyObject, value: unknown): Signature => ({
  algorithm: "Ed25519",
  public_key: publicPart(key),
  value: sign(null, Buffer.from(canonical(value)), key).toString("base64url"),
});

/** Replaces the signing key. The former private key is deleted, and its public key stays in the list. */
export function replaceSigningKey(db: Keyed, at: Date): void {
  const { key: former, list } = read(db);
  const key = newKey();
  const change = keyChange(list.public_key, publicPart(key), at);
  const changes = [{ change, signatures: [former, key].map((one) => signedBy(one, change)) }, ...list.changes];
  replaceKeyFile(signingPath(db), `${pemOf(key)}${JSON.stringify(changes)}\n`);
}

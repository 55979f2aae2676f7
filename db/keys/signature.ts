import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import type { Db } from "../store/store.ts";
import { keyFile } from "./key-file.ts";

/** A document's Ed25519 signature (RFC 8032). The key and the signature are in base64url. */
export interface Signature {
  algorithm: "Ed25519";
  public_key: string;
  value: string;
}

const newKey = () => Buffer.from(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));

const signingKey = (db: Db): KeyObject => createPrivateKey(keyFile(`${db.path}.signing.pem`, newKey)!);

export const publicKeyOf = (db: Db): string => createPublicKey(signingKey(db)).export({ format: "jwk" }).x!;

/** Signs a value in its canonical form (RFC 8785), so the document's layout does not matter. */
export const signatureOf = (db: Db, value: unknown): Signature => ({
  algorithm: "Ed25519",
  public_key: publicKeyOf(db),
  value: sign(null, Buffer.from(canonical(value)), signingKey(db)).toString("base64url"),
});

/**
 * Returns whether the signature matches the value and the public key given with it. Callers must check whose key it is.
 */
export function isSigned(value: unknown, { public_key: x, value: signature }: Signature): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(canonical(value)), key, Buffer.from(signature, "base64url"));
  } catch {
    // The key is malformed.
    return false;
  }
}

/** Canonical JSON (RFC 8785): no spaces, and member names sorted by their UTF-16 code units. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

import { createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import { canonical } from "./verify.mjs";

/** A document's Ed25519 signature (RFC 8032). The key and the signature are in base64url. */
export const signature = z.strictObject({
  algorithm: z.literal("Ed25519"),
  public_key: z.string(),
  value: z.string(),
});
export type Signature = z.output<typeof signature>;

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

import { assets } from "../../schema/companies.ts";
import type { Tx } from "../../store/store.ts";
import { sha256 } from "../../values/sha256.ts";

/** Returns the SHA-256 hash of the bytes in hexadecimal, which is the image's name. */
export async function saveAsset(tx: Tx, contentType: string, bytes: Uint8Array, now: string): Promise<string> {
  const hash = sha256(bytes);
  await tx
    .insert(assets)
    .values({ hash, contentType, bytes: Buffer.from(bytes), createdAt: now })
    .onConflictDoNothing();
  return hash;
}

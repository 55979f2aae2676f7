import { createHash } from "node:crypto";
import { assets } from "../../schema/companies.ts";
import type { Tx } from "../../store/store.ts";

/** The stored number of live listings in a category; null if it has subcategories, which may share some. */
export async function saveAsset(tx: Tx, contentType: string, bytes: Uint8Array, now: string): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  await tx
    .insert(assets)
    .values({ hash, contentType, bytes: Buffer.from(bytes), createdAt: now })
    .onConflictDoNothing();
  return hash;
}

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Db } from "../store/store.ts";
import { keyFile } from "./key-file.ts";

// Stored emails contain sign-in links until they are delivered. The emails are encrypted with a key from a file beside
// the database. A stolen database therefore reveals no working link.
type Keyed = Pick<Db, "path">;

const keyOf = (db: Keyed, mayCreate: boolean): Buffer | null =>
  keyFile(`${db.path}.key`, mayCreate ? () => randomBytes(32) : null);

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts text (AES-256-GCM) for one place, such as a row. The text can be decrypted only for that place. */
export function sealText(db: Keyed, text: string, place: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(db, true)!, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** Returns null if the text was sealed with another key or for another place. */
export function openText(db: Keyed, sealed: string, place: string): string | null {
  const key = keyOf(db, false);
  const bytes = Buffer.from(sealed, "base64");
  if (!key || bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** Returns the HMAC-SHA256 of some text, in base64url. Only a holder of this database's key can verify it. */
export const markOf = (db: Keyed, text: string): string =>
  createHmac("sha256", keyOf(db, true)!).update(`mark:${text}`).digest("base64url");

import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Keyed, type RingName, validKeys } from "./key-ring.ts";

// Stored emails contain sign-in links until they are delivered. The emails are encrypted with a key from a file beside
// the database. A stolen database therefore reveals no working link.

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts text (AES-256-GCM) for one place, such as a row. The text can be decrypted only for that place. */
export function sealText(db: Keyed, text: string, place: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", validKeys(db, "seal", true)[0]!, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** Returns null if the text was sealed with an unknown key or for another place. */
export const openText = (db: Keyed, sealed: string, place: string): string | null => opened(db, sealed, place).text;

/** Seals text with the current key. Returns null if that is already the case, or if no key opens the text. */
export function resealText(db: Keyed, sealed: string, place: string): string | null {
  const { text, isCurrent } = opened(db, sealed, place);
  return text === null || isCurrent ? null : sealText(db, text, place);
}

function opened(db: Keyed, sealed: string, place: string): { text: string | null; isCurrent: boolean } {
  const bytes = Buffer.from(sealed, "base64");
  const keys = bytes.length < ivBytes + tagBytes ? [] : validKeys(db, "seal", false);
  for (const [i, key] of keys.entries()) {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
      return { text, isCurrent: i === 0 };
    } catch {
      // Another key sealed the text.
    }
  }
  return { text: null, isCurrent: false };
}

/**
 * Returns the HMAC-SHA256 of some text by each valid key of a purpose, in base64url, the current key first. Only a holder
 * of this database's keys can verify them.
 */
export const marksOf = (db: Keyed, text: string, name: RingName = "seal"): string[] =>
  validKeys(db, name, true).map((key) => createHmac("sha256", key).update(`mark:${text}`).digest("base64url"));

export const markOf = (db: Keyed, text: string, name?: RingName): string => marksOf(db, text, name)[0]!;

export function isMarkOf(db: Keyed, text: string, mark: string, name?: RingName): boolean {
  // The values are compared as bytes, because strings of equal length can have different byte lengths.
  const given = Buffer.from(mark);
  return marksOf(db, text, name)
    .map((own) => Buffer.from(own))
    .some((own) => own.length === given.length && timingSafeEqual(own, given));
}

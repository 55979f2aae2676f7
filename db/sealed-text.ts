import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Db } from "./store.ts";

// Mails carry links that sign people in, and have to be kept until they are delivered. They are encrypted with a key
// that lies in a file beside the database, never in it or its backups, so that a stolen database opens no link.
const keys = new Map<string, Buffer>();

function keyOf(db: Db, mayCreate: boolean): Buffer | null {
  const path = `${db.$client.filename}.key`;
  const known = keys.get(path);
  if (known) return known;
  if (!existsSync(path)) {
    if (!mayCreate) return null;
    create(path);
  }
  const key = readFileSync(path);
  keys.set(path, key);
  return key;
}

// Linked whole, so that of several processes one makes it and none reads half of it.
function create(path: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, randomBytes(32), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text (AES-256-GCM) for one place, such as one row, and no other. */
export function sealText(db: Db, text: string, place: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(db, true)!, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** The text, or null where it was sealed with another key or for another place. */
export function openText(db: Db, sealed: string, place: string): string | null {
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

/** A mark of a text (HMAC-SHA256, base64url) that only this directory can make and check. */
export const markOf = (db: Db, text: string): string =>
  createHmac("sha256", keyOf(db, true)!).update(`mark:${text}`).digest("base64url");

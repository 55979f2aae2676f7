import { createHash, createHmac, randomBytes } from "node:crypto";

/** 256 random bits in base64url (43 characters) behind a prefix that says what it is. */
export const newSecret = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/**
 * The SHA-256 of a secret in hexadecimal, the only form in which it is stored. Secrets are random, so neither salt nor
 * slowness would add anything, and equality can be looked up by index without timing telling anything of use.
 */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * A secret that follows from another and a stored salt: who presents the first one again can be given the same second
 * one, though only hashes are stored.
 */
export const derivedSecret = (secret: string, salt: string, label: string, prefix = ""): string =>
  prefix + createHmac("sha256", secret).update(`${label}:${salt}`).digest("base64url");

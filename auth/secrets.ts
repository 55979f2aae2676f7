import { createHash, createHmac, randomBytes } from "node:crypto";

/** Returns 256 random bits in base64url (43 characters) after a prefix that identifies the kind of secret. */
export const newSecret = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/**
 * Returns the SHA-256 of a secret, the only form in which it is stored. Secrets are random, so a salt or a slow hash
 * adds nothing, and the timing of an index lookup reveals nothing useful.
 */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * Derives a secret from another secret and a stored salt. Whoever presents the first secret again gets the same derived
 * secret, although only hashes are stored.
 */
export const derivedSecret = (secret: string, salt: string, label: string, prefix = ""): string =>
  prefix + createHmac("sha256", secret).update(`${label}:${salt}`).digest("base64url");

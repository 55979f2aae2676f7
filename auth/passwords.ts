/**
 * NIST SP 800-63B-4 §3.1.1.2 requires a minimum length and forbids composition rules. The maximum limits how long
 * hashing takes.
 */
export const passwordLength = { min: 10, max: 200 } as const;

/** Returns a sentence that explains why a password is not accepted, or null. */
export function passwordFault(password: string, account: { email: string; name: string }): string | null {
  const length = [...password].length;
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters, such as a few random words.`;
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  const folded = password.toLowerCase();
  const own = [account.email, account.email.split("@")[0]!, account.name].map((text) => text.toLowerCase());
  if (own.includes(folded)) return "Do not use your name or email address as your password.";
  if (new Set(folded).size <= 2) return "Use at least three different characters.";
  return null;
}

// The OWASP minimum for argon2id: 19 MiB and two passes, which takes about 30 ms.
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password.normalize("NFKC"), cost);

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password matches. Without a hash, the check takes just as long, so that the timing does not
 * reveal whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword("decoy");
  const matches = await Bun.password.verify(password.normalize("NFKC"), hash ?? (await decoy));
  return matches && typeof hash === "string";
}

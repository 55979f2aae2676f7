/** Length alone is asked for (NIST SP 800-63B-4 §3.1.1.2): at least 10, and a bound on what is hashed. */
export const passwordLength = { min: 10, max: 200 } as const;

/** Why a password cannot be taken, as a sentence, or null. */
export function passwordFault(password: string, about: { email: string; name: string }): string | null {
  const length = [...password].length;
  if (length < passwordLength.min)
    return `Use at least ${passwordLength.min} characters; a few unrelated words do well.`;
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  const folded = password.toLowerCase();
  const own = [about.email, about.email.split("@")[0]!, about.name].map((text) => text.toLowerCase());
  if (own.includes(folded)) return "Use something other than your name or address.";
  if (new Set(folded).size <= 2) return "Use more than two different characters.";
  return null;
}

// 19 MiB and two passes: the OWASP minimum for argon2id, some 30 ms here.
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password.normalize("NFKC"), cost);

let decoy: Promise<string> | undefined;

/** Whether the password is the account's. Takes as long for an account that is not there, or has none. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword("decoy");
  const matches = await Bun.password.verify(password.normalize("NFKC"), hash ?? (await decoy));
  return matches && typeof hash === "string";
}

import { parse } from "tldts";

export type EmailFault = "malformed" | "too_long" | "subdomain" | "parent_domain" | "other_domain";

export type EmailVerdict = { isProof: true; address: string } | { isProof: false; fault: EmailFault };

// RFC 5321 section 4.5.3.1.
const maxLength = { address: 254, local: 64 };
// An unquoted local part (RFC 5322 section 3.2.3). Quotes and comments are valid, but here they only serve to deceive.
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const hostCharacters = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u;

/** Compares the host with a registrable domain in ASCII form, so a look-alike host counts as a different one. */
export function emailVerdict(given: string, domain: string): EmailVerdict {
  const text = given.trim();
  if (text.length > maxLength.address) return { isProof: false, fault: "too_long" };
  const [name = "", host = "", ...more] = text.split("@");
  if (name.length > maxLength.local) return { isProof: false, fault: "too_long" };
  if (more.length > 0 || !local.test(name) || !hostCharacters.test(host)) return { isProof: false, fault: "malformed" };
  const ascii = asciiHost(host);
  if (ascii === null) return { isProof: false, fault: "malformed" };
  if (ascii === domain) return { isProof: true, address: `${name.toLowerCase()}@${ascii}` };
  if (ascii.endsWith(`.${domain}`)) return { isProof: false, fault: "subdomain" };
  return { isProof: false, fault: domain.endsWith(`.${ascii}`) ? "parent_domain" : "other_domain" };
}

/** The host in ASCII form (UTS 46); null if the host is invalid. */
export const asciiHost = (host: string): string | null => URL.parse(`http://${host}/`)?.hostname ?? null;

/** Uses the public suffix list. Returns null for a suffix, an IP address or a single label. */
export function registrableDomain(host: string, { isPrivate = false } = {}): string | null {
  const { domain, isIp } = parse(host, { allowPrivateDomains: isPrivate });
  return isIp ? null : domain;
}

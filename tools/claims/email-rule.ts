import { parse } from "tldts";

/** Why an address does not prove a domain. */
export type EmailFault = "malformed" | "too_long" | "subdomain" | "parent_domain" | "other_domain";

export type EmailVerdict = { isProof: true; address: string } | { isProof: false; fault: EmailFault };

// RFC 5321 section 4.5.3.1.
const longest = { address: 254, local: 64 };
// An unquoted local part (RFC 5322 section 3.2.3); quotes and comments are legal mail and of no use but to deceive.
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const hostCharacters = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u;

/**
 * Whether an address is exactly at a registrable domain. Both are compared in the ASCII form that mail is sent by, so
 * that a name of look-alike letters is another name. The address that proves is the one to write to.
 * @param domain in ASCII, as `proofPlace` gives it
 */
export function emailVerdict(given: string, domain: string): EmailVerdict {
  const text = given.trim();
  if (text.length > longest.address) return { isProof: false, fault: "too_long" };
  const [name = "", host = "", ...more] = text.split("@");
  if (name.length > longest.local) return { isProof: false, fault: "too_long" };
  if (more.length > 0 || !local.test(name) || !hostCharacters.test(host)) return { isProof: false, fault: "malformed" };
  const ascii = asciiHost(host);
  if (ascii === null) return { isProof: false, fault: "malformed" };
  if (ascii === domain) return { isProof: true, address: `${name.toLowerCase()}@${ascii}` };
  return { isProof: false, fault: faultOf(ascii, domain) };
}

function faultOf(host: string, domain: string): EmailFault {
  if (host.endsWith(`.${domain}`)) return "subdomain";
  return domain.endsWith(`.${host}`) ? "parent_domain" : "other_domain";
}

/** A host name in lower case and ASCII (UTS 46), or null where it is none. */
export const asciiHost = (host: string): string | null => URL.parse(`http://${host}/`)?.hostname ?? null;

/** The registrable domain of a host by the public suffix list, or null for a suffix, an IP address or a single label. */
export function registrableDomain(host: string, { isPrivate = false } = {}): string | null {
  const { domain, isIp } = parse(host, { allowPrivateDomains: isPrivate });
  return isIp ? null : domain;
}

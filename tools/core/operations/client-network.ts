import ipaddr from "ipaddr.js";

const prefixParts = 4;

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, because whoever has one address there has 2^64
 * (RFC 6177 §2). Anything else counts as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  // An IPv4 address that came over a socket of both kinds is the one that it is.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, prefixParts).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}

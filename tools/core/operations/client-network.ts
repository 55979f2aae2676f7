import ipaddr from "ipaddr.js";

const prefixParts = 4;

/**
 * Returns an IPv4 address unchanged, or the /64 prefix of an IPv6 address. One customer usually has a whole /64 (RFC
 * 6177 §2).
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  // Dual-stack sockets report IPv4 addresses in IPv6 form.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, prefixParts).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}

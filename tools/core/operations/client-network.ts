import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Returns an IPv4 address unchanged, or the /64 prefix of an IPv6 address. One customer usually has a whole /64 (RFC
 * 6177 §2).
 */
export function networkOf(address: string): string {
  const [parsed] = (address.includes(":") && parseNetwork(address)) || [];
  if (!parsed) return address;
  return parsed.kind() === "ipv4" ? parsed.toString() : masked(parsed, 64);
}

/**
 * Parses an IP address or a network in CIDR notation. An IPv4 address in IPv6 form counts as IPv4, as dual-stack sockets
 * report it.
 */
function parseNetwork(text: string): [Address, number] | null {
  const isLong = text.includes(":");
  const cidr = text.includes("/") ? text : `${text}/${isLong ? 128 : 32}`;
  if (!(isLong ? ipaddr.IPv6.isValidCIDR(cidr) : ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr))) return null;
  const [full, prefix] = ipaddr.parseCIDR(cidr);
  if (full instanceof ipaddr.IPv6 && full.isIPv4MappedAddress() && prefix >= 96)
    return [full.toIPv4Address(), prefix - 96];
  return [full, prefix];
}

/** Returns the network of the given prefix length around an address, such as `203.0.113.0/24`. */
function masked(address: Address, prefix: number): string {
  const bytes = address
    .toByteArray()
    .map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, prefix - 8 * i)))) & 0xff);
  return `${ipaddr.fromByteArray(bytes)}/${prefix}`;
}

/** Returns a network in its normal form, or null if the text is not an IP address or a network. */
export function networkRange(text: string): string | null {
  const parsed = parseNetwork(text);
  return parsed && masked(...parsed);
}

/** The /24 network of an IPv4 address or the /48 network of an IPv6 address, or null for anything else. */
export function shortNetwork(address: string | null): string | null {
  const [full] = parseNetwork(address ?? "") ?? [];
  return full ? masked(full, full.kind() === "ipv4" ? 24 : 48) : null;
}

/** The networks around an address, from the address itself to the whole internet. A network has only wider ones. */
export function networksAround(text: string): string[] {
  const [full, prefix] = parseNetwork(text) ?? [];
  return full ? Array.from({ length: prefix! + 1 }, (_, shorter) => masked(full, prefix! - shorter)) : [];
}

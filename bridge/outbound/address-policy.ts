import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** `let_through`: the configuration allows the address's network, so any port may be used. */
export type Verdict = "public" | "let_through" | "forbidden";

/** Classifies an IP address as resolvers and URL parsers write it. An address in any other notation is forbidden. */
export type AddressPolicy = (address: string) => Verdict;

// The whole IANA IPv4 Special-Purpose Address Registry (RFC 6890), and everything that is not unicast.
export const forbiddenIpv4 = [
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private use, RFC 1918
  "100.64.0.0/10", // shared address space of carriers, RFC 6598
  "127.0.0.0/8", // loopback, RFC 1122
  "168.63.129.16/32", // Azure's virtual public address of the host; in no registry
  "169.254.0.0/16", // link-local, used for cloud metadata, RFC 3927
  "172.16.0.0/12", // private use, RFC 1918
  "192.0.0.0/24", // IETF protocol assignments, RFC 6890
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112-v4, RFC 7535
  "192.52.193.0/24", // automatic multicast tunnelling, RFC 7450
  "192.88.99.0/24", // 6to4 relay anycast, RFC 7526
  "192.168.0.0/16", // private use, RFC 1918
  "192.175.48.0/24", // direct delegation AS112, RFC 7534
  "198.18.0.0/15", // benchmarking, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 5771
  "240.0.0.0/4", // reserved, RFC 1112, with the limited broadcast 255.255.255.255, RFC 919
];

// IANA assigns only global unicast addresses (RFC 4291 section 2.4). Outside their range are ::/96 (IPv4-compatible),
// ::ffff:0:0/96 (IPv4-mapped), 64:ff9b::/96 and 64:ff9b:1::/48 (NAT64), 100::/64, 5f00::/16, fc00::/7, fe80::/10,
// fec0::/10 and ff00::/8, which therefore need no entry.
const globalIpv6 = "2000::/3";

// The entries of the IANA IPv6 Special-Purpose Address Registry that lie within global unicast.
export const forbiddenIpv6 = [
  "2001::/23", // IETF protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID and more
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, RFC 3056: can contain any IPv4 address
  "2620:4f:8000::/48", // direct delegation AS112, RFC 7534
  "3fff::/20", // documentation, RFC 9637
];

type Address = ReturnType<typeof ipaddr.parse>;
type Network = [Address, number];

const parseAll = (networks: string[]): Network[] => networks.map((network) => ipaddr.parseCIDR(network));
const isWithin = (address: Address, networks: Network[]) =>
  networks.some((network) => network[0].kind() === address.kind() && address.match(network));

const parsedGlobalIpv6 = parseAll([globalIpv6]);
const parsedForbidden = parseAll([...forbiddenIpv4, ...forbiddenIpv6]);

/** A policy that forbids every special-purpose range except the given CIDRs. Throws if one of them is not a CIDR. */
export function createAddressPolicy(allowNetworks: string[]): AddressPolicy {
  const letThrough = parseAll(allowNetworks);
  return (text) => {
    // A zone id (RFC 4007) names an interface of this machine. `isIP` is needed because ipaddr.js accepts 1.2.3 as an
    // address.
    if (text.includes("%") || isIP(text) === 0) return "forbidden";
    const address = ipaddr.parse(text);
    if (isWithin(address, letThrough)) return "let_through";
    if (address.kind() === "ipv6" && !isWithin(address, parsedGlobalIpv6)) return "forbidden";
    return isWithin(address, parsedForbidden) ? "forbidden" : "public";
  };
}

import { lookup, Resolver } from "node:dns/promises";
import { isIPv4, type LookupFunction } from "node:net";
import { nameOf, OutboundError } from "#tools/core/ports/outbound.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { forbiddenAddress, notLetThrough, type Target } from "./vet-url.ts";

export interface VettedAddress {
  address: string;
  family: 4 | 6;
}

/** Resolves a target once and checks all its addresses. Throws OutboundError or the signal's reason. */
export type Resolve = (target: Target, signal: AbortSignal) => Promise<VettedAddress[]>;

const defaultTimeoutMs = 5000;

/** Creates a resolver that asks `dnsServers` (`address[:port]`), or the system's resolver if the list is empty. */
export function createResolve(
  policy: AddressPolicy,
  { dnsServers = [], timeoutMs = defaultTimeoutMs }: { dnsServers?: string[]; timeoutMs?: number },
): Resolve {
  const addressesOf = async (host: string, signal: AbortSignal) => {
    signal.throwIfAborted();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answers = await (dnsServers.length > 0 ? askServers(host, dnsServers, limit) : askSystem(host, limit));
    signal.throwIfAborted();
    return answers;
  };

  return async ({ host, isLiteral, unlessLetThrough }, signal) => {
    if (isLiteral) return vetted([host]);
    // RFC 6761 section 6.3: localhost is loopback, whatever a DNS server says. The configuration may allow only one of
    // the two loopback addresses.
    const addresses = /(^|\.)localhost$/.test(host)
      ? ["127.0.0.1", "::1"].filter((address) => policy(address) === "let_through")
      : await addressesOf(host, signal);
    const verdicts = new Set(addresses.map(policy));
    // A mix of public and private addresses indicates DNS rebinding, so one forbidden address is enough to refuse the
    // target.
    if (verdicts.has("forbidden")) throw forbiddenAddress(host);
    if (unlessLetThrough === "forbidden_address" && !verdicts.has("let_through")) throw forbiddenAddress(host);
    if (addresses.length === 0) throw unresolvable(host);
    if (unlessLetThrough && verdicts.has("public")) throw notLetThrough(unlessLetThrough, host);
    return vetted(addresses);
  };
}

const vetted = (addresses: string[]): VettedAddress[] =>
  addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));

/** A lookup that returns only the checked addresses, so a second DNS response is never used. */
export function onlyTo(addresses: VettedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

const unresolvable = (host: string) =>
  new OutboundError("unresolvable", `${nameOf(host)} was not found. Check the spelling and the DNS records.`);

/** The host's A and AAAA records. A failed query counts as no records, because many names have only one kind. */
async function askServers(host: string, servers: string[], signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function askSystem(host: string, signal: AbortSignal): Promise<string[]> {
  const isOver = Promise.withResolvers<never[]>();
  const giveUp = () => isOver.resolve([]);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    // getaddrinfo cannot be cancelled, so a late response is ignored.
    const answers = await Promise.race([lookup(host, { all: true }).catch(() => []), isOver.promise]);
    return answers.map(({ address }) => address);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";
import type { TxtAnswer, TxtLookup } from "#tools/core/ports/outbound.ts";
import type { AddressPolicy } from "./address-policy.ts";

interface TxtSettings {
  policy: AddressPolicy;
  /**
   * DNS servers as `address[:port]` for queries that do not go to a zone's own servers. If the list is empty, the
   * system's servers are used.
   */
  dnsServers: string[];
  zonePort?: number;
  timeoutMs?: number;
}

const maxServers = 4;
const maxRecords = 200;
const maxRecordLength = 512;

/**
 * Looks up TXT records. A zone's owner chooses the addresses of its name servers, so the guard checks those addresses.
 */
export function createTxtLookup({ policy, dnsServers, zonePort = 53, timeoutMs = 1500 }: TxtSettings): TxtLookup {
  const usual = () => resolverOf(dnsServers, timeoutMs);

  /** A zone's permitted name servers. The list is empty if none are found; null means that no NS record exists. */
  async function zoneServers(zone: string, signal: AbortSignal): Promise<string[] | null> {
    const names = await ask(usual(), (resolver) => resolver.resolveNs(zone), signal);
    if (!Array.isArray(names)) return names === "no_record" ? null : [];
    const addresses = await Promise.all(
      names.slice(0, maxServers).map(async (name) => {
        const found = await Promise.all([
          ask(usual(), (resolver) => resolver.resolve4(name), signal),
          ask(usual(), (resolver) => resolver.resolve6(name), signal),
        ]);
        return found.flatMap((answer) => (Array.isArray(answer) ? answer : []));
      }),
    );
    return addresses
      .flat()
      .filter((address) => policy(address) !== "forbidden")
      .slice(0, maxServers)
      .map((address) => (isIPv6(address) ? `[${address}]:${zonePort}` : `${address}:${zonePort}`));
  }

  return {
    async txt(name, zone, signal) {
      const servers = await zoneServers(zone, signal);
      if (servers && servers.length > 0) {
        const fresh = await askTxt(resolverOf(servers, timeoutMs), name, signal);
        if ("records" in fresh) return fresh;
        // If the zone's servers delegate the name or do not respond, the usual resolver's response is used.
        const known = await askTxt(usual(), name, signal);
        return "records" in known || fresh.failure !== "no_record" ? known : fresh;
      }
      const known = await askTxt(usual(), name, signal);
      const isUnknown = servers === null && "failure" in known && known.failure === "no_record";
      // A domain without NS records may be part of a parent zone, so it counts as missing only if it also has no
      // address.
      return isUnknown && !(await hasAddress(usual(), zone, signal)) ? { failure: "no_domain" } : known;
    },
  };
}

function resolverOf(servers: string[], timeoutMs: number): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

async function askTxt(resolver: Resolver, name: string, signal: AbortSignal): Promise<TxtAnswer> {
  const answer = await ask(resolver, () => resolver.resolveTxt(name), signal);
  if (!Array.isArray(answer)) return { failure: answer };
  // Bun returns each string of a record separately, so callers compare strings and not whole records.
  return {
    records: answer
      .flat()
      .slice(0, maxRecords)
      .map((text) => text.slice(0, maxRecordLength)),
  };
}

async function hasAddress(resolver: Resolver, name: string, signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all([
    ask(resolver, () => resolver.resolve4(name), signal),
    ask(resolver, () => resolver.resolve6(name), signal),
  ]);
  return answers.some(Array.isArray);
}

async function ask<Record>(
  resolver: Resolver,
  question: (resolver: Resolver) => Promise<Record[]>,
  signal: AbortSignal,
): Promise<Record[] | Exclude<Extract<TxtAnswer, { failure: string }>["failure"], "no_domain">> {
  signal.throwIfAborted();
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const records = await question(resolver);
    return records.length > 0 ? records : "no_record";
  } catch (error) {
    signal.throwIfAborted();
    const { code } = error as { code?: string };
    if (code === "ENOTFOUND" || code === "ENODATA" || code === "NXDOMAIN") return "no_record";
    return code === "ETIMEOUT" || code === "ECONNREFUSED" || code === "ECANCELLED" ? "timeout" : "server_failure";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

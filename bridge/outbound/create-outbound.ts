import type { Outbound, TxtLookup } from "#tools/core/ports/outbound.ts";
import { type Guard, guardedFetch } from "./guarded-fetch.ts";
import { outboundRequest } from "./outbound-request.ts";
import { createResolve } from "./resolve.ts";
import { createSlots } from "./slots.ts";
import { createTxtLookup } from "./txt-records.ts";
import { vetBy, vetRules } from "./vet-url.ts";

export interface OutboundSettings {
  /** CIDRs that are allowed despite all rules about addresses and ports. They are for tests and development. */
  allowNetworks: string[];
  /** DNS servers as `address[:port]`. If the list is empty, the system's servers are used. */
  dnsServers: string[];
  userAgent: string;
  /** PEM certificates to trust instead of the usual ones. */
  ca?: string;
}

const maxRequests = { jobs: 16, strangers: 4, webhooks: 16 };
const maxRequestsPerSite = 2;

export function createGuard({
  allowNetworks,
  dnsServers,
}: Pick<OutboundSettings, "allowNetworks" | "dnsServers">): Guard {
  const rules = vetRules(allowNetworks);
  return { rules, resolve: createResolve(rules.policy, { dnsServers }) };
}

/** Create only one per process, because each one limits only its own concurrent requests. */
export function createOutbound(settings: OutboundSettings): Outbound {
  const { userAgent, ca } = settings;
  const guard = createGuard(settings);
  const slots = {
    jobs: createSlots(maxRequests.jobs, maxRequestsPerSite),
    strangers: createSlots(maxRequests.strangers, maxRequestsPerSite),
    webhooks: createSlots(maxRequests.webhooks, maxRequestsPerSite),
  };
  const parts = { ...guard, slots, userAgent, ca };
  return {
    fetch: (url, options = {}) => outboundRequest(options.purpose ?? "crawl", () => guardedFetch(parts, url, options)),
    vet: vetBy(guard.rules),
  };
}

export const createDns = ({
  allowNetworks,
  dnsServers,
  zonePort,
}: Pick<OutboundSettings, "allowNetworks" | "dnsServers"> & { zonePort?: number }): TxtLookup =>
  createTxtLookup({ policy: vetRules(allowNetworks).policy, dnsServers, zonePort });

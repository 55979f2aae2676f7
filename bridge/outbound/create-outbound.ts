import type { Outbound } from "../../tools/core/outbound.ts";
import { createAddressPolicy } from "./address-policy.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { createResolve } from "./resolve.ts";
import { createSlots } from "./slots.ts";
import { vetUrl } from "./vet-url.ts";

export interface OutboundSettings {
  /** CIDRs that are reached in spite of all rules about addresses and ports; for tests and development. */
  allowNetworks: string[];
  /** `address[:port]` of name servers; the system's when empty. */
  dnsServers: string[];
  userAgent: string;
  /** PEM certificates to trust instead of the usual ones. */
  ca?: string;
}

const maxRequests = 16;
const maxRequestsPerSite = 2;

/** The guard of this process; make one and hand it on, since it also bounds how many requests run at once. */
export function createOutbound({ allowNetworks, dnsServers, userAgent, ca }: OutboundSettings): Outbound {
  const policy = createAddressPolicy(allowNetworks);
  const rules = { policy, hasAllowedNetworks: allowNetworks.length > 0 };
  const resolve = createResolve(policy, { dnsServers });
  const parts = { rules, resolve, slots: createSlots(maxRequests, maxRequestsPerSite), userAgent, ca };
  return {
    fetch: (url, options = {}) => guardedFetch(parts, url, options),
    vet: (url, options) => vetUrl(url, rules, options).url,
  };
}

import { parse } from "tldts";
import { sharedHost } from "../../values/shared-hosts.ts";

const trackingParameter = /^(?:utm_\w+|ref|fbclid|gclid|mc_cid|mc_eid|igshid|via)$/i;

/**
 * The key that is equal for two URLs of one product: without scheme, `www.`, final slash, empty path segments, fragment
 * and tracking parameters.
 */
export function urlKey(address: string): string {
  const url = new URL(address);
  const query = [...url.searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  const host = url.host.replace(/^www\./, "");
  const path = decodeIfPossible(url.pathname)
    .replace(/\/{2,}/g, "/")
    .replace(/\/(?:index\.html?)?$/, "");
  // Some hosts distinguish upper and lower case in paths. Code forges and registries do not, and most shared URLs are
  // there.
  const sharing = sharedHost(url)?.sharing;
  return `${host}${sharing === "forge" || sharing === "registry" ? path.toLowerCase() : path}${search}`;
}

function decodeIfPossible(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The registrable domain (public suffix list with its private section) whose rating belongs to the product alone, or
 * null.
 */
export function ratedDomain(address: string): string | null {
  // URL converts international names to ASCII, as lists of ranks do.
  const url = new URL(address);
  return sharedHost(url) ? null : parse(url.hostname, { allowPrivateDomains: true }).domain;
}

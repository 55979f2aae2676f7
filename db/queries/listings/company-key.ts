import { parse } from "tldts";
import { sharedHost } from "../../values/shared-hosts.ts";

const trackingParameter = /^(?:utm_\w+|ref|fbclid|gclid|mc_cid|mc_eid|igshid|via)$/i;

/**
 * Returns the same key for different URLs of one product. It ignores the scheme, `www.`, a final slash, empty path
 * segments, the fragment and tracking parameters.
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
  // Some hosts distinguish upper and lower case in paths. Code forges and registries, which host most shared URLs, do
  // not.
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
 * The registrable domain (public suffix list, including its private section) if its rating applies to the product
 * alone; null otherwise.
 */
export function ratedDomain(address: string): string | null {
  // `URL` converts international names to ASCII, which is how rating lists write them.
  const url = new URL(address);
  return sharedHost(url) ? null : parse(url.hostname, { allowPrivateDomains: true }).domain;
}

/**
 * Returns true if a listing's main link may lead to this URL instead of the product's: an https URL on the product's
 * domain and, on a shared host, with the same host and first path segment.
 */
export function isLandingUrl(product: string, landing: string): boolean {
  const [own, url] = [new URL(product), URL.parse(landing)];
  const hostOf = ({ host }: URL) => host.replace(/^www\./, "");
  return (
    url?.protocol === "https:" &&
    url.username + url.password + url.port === "" &&
    queueDomain(landing) === queueDomain(product) &&
    (sharedHost(own) === null || hostOf(url) === hostOf(own))
  );
}

/** What one owner of a product's website controls: a registrable domain, or a part of a shared host. */
export function queueDomain(address: string): string {
  const url = new URL(address);
  return sharedHost(url)?.owner ?? parse(url.hostname, { allowPrivateDomains: true }).domain ?? url.hostname;
}

import { getDomainWithoutSuffix, parse } from "tldts";
import { ratedDomain } from "#db/queries/listings/company-key.ts";

/** Whether the host belongs to someone else, a code forge or a store, and the path is the product's. */
export const isOnSharedHost = (url: string) => ratedDomain(url) === null && parse(url).domain !== null;

/** What the domain in front of its public suffix says. */
export const domainLabel = (url: string) => getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "";

/** What the address calls the product: its domain, or the project's path on a host that many share; empty for a bare number. */
export function labelOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const parts = pathname.split("/").filter((part) => part !== "");
  if (parse(hostname).isIp) return "";
  if (isOnSharedHost(url)) return parts.at(-1) ?? domainLabel(url);
  const isPages = /(?:github|gitlab)\.io$|pages\.dev$/u.test(hostname) && parts[0] !== undefined;
  return isPages ? parts[0]! : domainLabel(url) || (hostname.split(".")[0] ?? "");
}

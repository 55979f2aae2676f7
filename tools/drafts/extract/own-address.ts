import { getDomainWithoutSuffix, parse } from "tldts";
import { ratedDomain } from "#db/queries/listings/company-key.ts";

/** Whether the host belongs to a code forge or store, where only the path belongs to the product. */
export const isOnSharedHost = (url: string) => ratedDomain(url) === null && parse(url).domain !== null;

export const domainLabel = (url: string) => getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "";

/** Returns the product's name in its URL, from the domain or the path on a shared host; empty for an IP address. */
export function labelOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const parts = pathname.split("/").filter((part) => part !== "");
  if (parse(hostname).isIp) return "";
  if (isOnSharedHost(url)) return parts.at(-1) ?? domainLabel(url);
  const isPages = /(?:github|gitlab)\.io$|pages\.dev$/u.test(hostname) && parts[0] !== undefined;
  return isPages ? parts[0]! : domainLabel(url) || (hostname.split(".")[0] ?? "");
}

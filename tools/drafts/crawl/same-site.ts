import { parse } from "tldts";
import { ratedDomain } from "#db/queries/listings/company-key.ts";

const trackingParameter = /^(?:utm_\w+|ref|fbclid|gclid|mc_cid|mc_eid|igshid|via|_gl|msclkid)$/i;

/** What one owner controls: a registrable domain, a path on a shared host, or a bare host. */
interface Site {
  domain: string | null;
  host: string;
  path: string;
}

function siteOf(address: string): Site {
  const url = new URL(address);
  const { domain } = parse(url.hostname, { allowPrivateDomains: true });
  const rated = ratedDomain(address);
  const isShared = domain !== null && rated === null;
  return { domain: rated, host: url.host, path: isShared ? url.pathname.replace(/\/+$/, "") : "" };
}

/** Whether a URL is on the product's site. For `github.com/owner/repo`, only URLs under that path are. */
export function isSameSite(home: string, address: string): boolean {
  const site = siteOf(home);
  const url = new URL(address);
  if (site.domain !== null) return ratedDomain(address) === site.domain;
  const path = url.pathname.toLowerCase();
  const begin = site.path.toLowerCase();
  return url.host === site.host && (path === begin || path.startsWith(`${begin}/`));
}

/** Whether the host also serves other owners. If so, pages outside the product's path do not describe the product. */
export const isOnSharedHost = (home: string) => siteOf(home).path !== "";

export function withoutTracking(address: string): string {
  const url = new URL(address);
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (trackingParameter.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Returns the product's URL. If the root redirects to a path such as `/en/`, the root remains the product's URL. */
export function productAddress(submitted: string, arrived: string): string {
  const asked = new URL(withoutTracking(submitted));
  const isWhole = asked.pathname === "/" && asked.search === "";
  return isWhole && isSameSite(submitted, arrived) ? `${new URL(arrived).origin}/` : withoutTracking(arrived);
}

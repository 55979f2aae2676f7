import { parse } from "tldts";

/** Hosts where an address belongs to a project of someone else's domain: the host's rating says nothing of it. */
const sharedHosts = new Set([
  "github.com",
  "gitlab.com",
  "codeberg.org",
  "bitbucket.org",
  "sourceforge.net",
  "sr.ht",
  "git.sr.ht",
  "notabug.org",
  "gitee.com",
  "launchpad.net",
  "npmjs.com",
  "pypi.org",
  "crates.io",
  "hub.docker.com",
  "apps.apple.com",
  "play.google.com",
  "chromewebstore.google.com",
  "medium.com",
  "notion.site",
  "sites.google.com",
]); // prettier-ignore
const trackingParameter = /^(?:utm_\w+|ref|fbclid|gclid|mc_cid|mc_eid|igshid|via)$/i;

/** What makes two addresses the same product: no scheme, `www.`, slash at the end, fragment or tracking parameters. */
export function urlKey(address: string): string {
  const url = new URL(address);
  const query = [...url.searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  const host = url.host.replace(/^www\./, "");
  const path = decodeIfPossible(url.pathname).replace(/\/(?:index\.html?)?$/, "");
  // Paths differ by case on some hosts; the code forges, where most such addresses are, ignore it.
  return `${host}${sharedHosts.has(host) ? path.toLowerCase() : path}${search}`;
}

function decodeIfPossible(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The registrable domain (public suffix list, private section included) whose rating is the product's own, or null. */
export function ratedDomain(address: string): string | null {
  // By way of URL, which writes an international name in its ASCII form, as lists of ranks do.
  const { hostname, domain } = parse(new URL(address).hostname, { allowPrivateDomains: true });
  if (hostname === null || sharedHosts.has(hostname.replace(/^www\./, ""))) return null;
  return domain;
}

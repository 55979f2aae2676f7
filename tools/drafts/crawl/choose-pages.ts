import type { PageLink } from "../shared/crawled-page.ts";
import { isUsualLanguage, leadsToOtherLanguage } from "./link-language.ts";
import { isArticlePath, pageKindOf, partsOf, withoutEnding } from "./page-kind-of.ts";
import { unwantedParts } from "./page-kinds.ts";
import { isOnSharedHost, isSameSite, withoutTracking } from "./same-site.ts";

export interface Choice {
  home: string;
  language: string | null;
  links: Pick<PageLink, "url" | "text" | "region">[];
  alternates: { lang: string; url: string }[];
}

const maxUrlLength = 300;
const maxLinks = 1000;
/** If there are fewer relevant pages than this, other pages of the site are read as well. */
const fewPages = 3;
const file =
  /\.(?:pdf|zip|gz|tgz|bz2|xz|7z|rar|dmg|pkg|exe|msi|deb|rpm|apk|ipa|jar|iso|png|jpe?g|gif|svg|webp|avif|ico|mp[34]|webm|mov|wav|ogg|css|m?js|json|xml|rss|atom|txt|md|csv|ics|vcf|docx?|xlsx?|pptx?|woff2?|ttf|eot)$/i;
const unwantedHosts = new Set(
  "app login auth account accounts my status cdn api assets static img images mail shop store jobs careers".split(" "),
);

interface Candidate {
  url: string;
  score: number;
  kind: string | null;
}

export function choosePages(choice: Choice): string[] {
  const candidates = new Map<string, Candidate>();
  for (const link of choice.links.slice(0, maxLinks)) {
    const candidate = judge(link, choice);
    if (!candidate) continue;
    const key = keyOf(candidate.url);
    const before = candidates.get(key);
    if (!before || before.score < candidate.score) candidates.set(key, candidate);
  }
  candidates.delete(keyOf(choice.home));
  const byScore = [...candidates.values()].sort((a, b) => b.score - a.score);
  const wanted = oneOfEachFirst(byScore.filter(({ kind }) => kind !== null));
  const others = byScore.filter(({ kind }) => kind === null);
  return [...wanted, ...others.slice(0, Math.max(0, fewPages - wanted.length))].map(({ url }) => url);
}

/** Returns the key used to compare links, which often differ only in a slash or the scheme. */
const keyOf = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/(?:index\.html?)?(?=$|\?)/, "");

function oneOfEachFirst(candidates: Candidate[]): Candidate[] {
  const seen = new Map<string | null, number>();
  return candidates
    .map((candidate) => {
      const earlier = seen.get(candidate.kind) ?? 0;
      seen.set(candidate.kind, earlier + 1);
      return { ...candidate, score: candidate.score - 60 * earlier };
    })
    .sort((a, b) => b.score - a.score);
}

function judge(link: Choice["links"][number], choice: Choice): Candidate | null {
  const written = URL.parse(link.url);
  if (!written || (written.protocol !== "http:" && written.protocol !== "https:")) return null;
  const address = withoutTracking(written.href);
  if (address.length > maxUrlLength || !isSameSite(choice.home, address)) return null;
  const url = new URL(address);
  const parts = partsOf(url);
  if (file.test(url.pathname) || parts.some((part) => unwantedParts.has(withoutEnding(part)))) return null;
  if (url.hostname !== new URL(choice.home).hostname && unwantedHosts.has(url.hostname.split(".")[0]!)) return null;
  if (leadsToOtherLanguage(address, choice)) return null;

  const ownParts = parts.filter((part, index) => index > 0 || !isUsualLanguage(part));
  const isArticle = isArticlePath(ownParts);
  const kind = isArticle ? null : pageKindOf(ownParts, link.text);
  if (kind && kind.weight > 0)
    return { url: address, kind: kind.name, score: kind.weight + nearness(url, choice.home, ownParts) };
  // Pages of an unknown kind are read only if they are easy to find.
  const isPlain = !isArticle && ownParts.length > 0 && ownParts.length <= 2 && url.search === "" && link.text !== "";
  return isPlain && link.region !== "footer" && !isOnSharedHost(choice.home)
    ? { url: address, kind: null, score: nearness(url, choice.home, ownParts) }
    : null;
}

const nearness = (url: URL, home: string, parts: string[]) =>
  (url.host === new URL(home).host ? 0 : -25) - 4 * Math.max(0, parts.length - 1) - (url.search === "" ? 0 : 3);

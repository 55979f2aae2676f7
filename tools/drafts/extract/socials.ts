import { listingFields } from "#db/schema/listing-fields.ts";
import type { CrawledPage, PageLink } from "../shared/crawled-page.ts";
import { isOnSharedHost } from "./own-address.ts";
import { patternsOf } from "./phrases.ts";
import { type Found, hasType, type Passage, quotesOf, type Site, textsOf } from "./read-site.ts";
import { bareProfile, isMe, type Profile, profileOf, repositoryOf } from "./social-networks.ts";
import phraseLists from "./words/socials.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

const othersWords =
  /\b(?:powered by|built with|made with|made by|theme|template|generated|hosted (?:on|by)|based on|share|tweet this|teilen|partager|compartir)\b/iu;
const platformWords = phrases.platformWords;

type Add = (address: string, score: number, passage: Passage, isMe?: boolean) => void;

interface Scored extends Profile {
  score: number;
  passage: Passage;
}

const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function scoreOf(link: PageLink, profile: Profile, keys: string[]): number {
  let score = 0;
  if (link.region === "footer" || link.region === "header" || link.region === "nav") score += 3;
  if (isMe(link)) score += 3;
  // A YouTube channel ID does not name its owner, so the link's text is compared instead.
  const id = numbered.test(profile.handle) ? keyOf(link.text) : profile.handle;
  score += likenessOf(id, keys) * (id === profile.handle ? 1 : 2);
  if (isNameOf(profile.network, link.text)) score += 1;
  else if (!keys.some((key) => keyOf(link.text).includes(key))) score -= 2;
  if (othersWords.test(link.text)) score -= 4;
  return score;
}

function isNameOf(network: string, text: string): boolean {
  const words = text.replace(/^[^\p{L}\p{N}@(]+|[^\p{L}\p{N})]+$/gu, "");
  if (platformWords.test(words)) return true;
  const isShort = words.length <= 30 && words.split(/\s+/u).length <= 2;
  return isShort && new RegExp(`(?<!\\p{Script=Latin})${RegExp.escape(network)}`, "iu").test(words);
}

const makers =
  /Organization$|^Corporation$|^LocalBusiness$|^WebSite$|^Brand$|Application$|^SoftwareSourceCode$|^Product$/u;

const numbered = /^channel\/UC[\w-]{22}$/u;

function likenessOf(id: string, keys: string[]): number {
  const parts = id.split("/").map(keyOf);
  if (keys.includes(parts.at(-1)!)) return 5;
  const isLike = parts.some((part) =>
    keys.some((key) => key.length > 3 && part.length > 3 && (part.includes(key) || key.includes(part))),
  );
  return isLike ? 2 : 0;
}

/** Whether a repository's owner or name equals the product's name or host. This excludes repositories of plugins. */
const isCalledSo = (repository: string, keys: string[]) =>
  repository.split("/").some((part) => keys.includes(keyOf(part).replace(/(?:website|site|app)$/u, "")));

export function findSocials(site: Site, name: string): Found<Record<string, string>> {
  const host = new URL(site.url).hostname.replace(/^www\./u, "");
  const isShared = isOnSharedHost(site.url);
  const labels = isShared
    ? new URL(site.url).pathname.split("/").filter((part) => part !== "")
    : host.split(".").slice(0, -1);
  const keys = [...new Set([keyOf(name), ...labels.map(keyOf)])].filter((key) => key.length > 1 && !/^\d+$/u.test(key));
  const profiles = new Map<string, Scored>();
  const add: Add = (address, score, passage, isMe = false) => {
    const profile = profileOf(address, isMe);
    if (profile === null) return;
    const known = profiles.get(profile.address);
    if (known === undefined) profiles.set(profile.address, { ...profile, score, passage });
    else known.score = Math.max(known.score, score) + 0.1;
  };

  for (const { page, thing } of site.things)
    if (
      !hasType(
        thing,
        /^(?:Person|\w*Article|BlogPosting|Place|City|AdministrativeArea|Country|Thing|Book|DefinedTerm)$/u,
      )
    )
      // Structured data copied from a template often contains the profiles of another business.
      for (const text of [...textsOf(thing.sameAs), ...textsOf(thing.codeRepository)])
        add(text, hasType(thing, makers) ? 8 : 2 + likenessOf(profileOf(text)?.handle ?? "", keys), {
          page,
          text,
        });
  for (const { page } of site.pages) for (const link of page.links) readLink(site, page, link, isShared, keys, add);
  for (const { page } of site.pages) readText(page, keys, add);
  const isOwn = isShared && profileOf(site.url) !== null;
  if (isOwn) add(site.url, 9, { page: site.home.page, text: site.home.page.title });

  const value = new Map<string, string>();
  const quotes: Passage[] = [];
  for (const profile of [...profiles.values()].sort((a, b) => b.score - a.score)) {
    if (profile.score < 3 || value.has(profile.network)) continue;
    if (value.size === listingFields.socials.max) break;
    value.set(profile.network, profile.address);
    quotes.push(profile.passage);
  }
  return { value: Object.fromEntries(value), quotes: quotesOf(quotes) };
}

function readLink(site: Site, page: CrawledPage, link: PageLink, isShared: boolean, keys: string[], add: Add): void {
  if (link.url.startsWith(new URL(site.url).origin)) return;
  // The header and footer of a code forge link to the forge's own profiles.
  if (isShared && link.region !== "main") return;
  const profile = profileOf(link.url, isMe(link));
  if (profile === null) {
    const repository = repositoryOf(link.url);
    if (repository !== null && isCalledSo(repository, keys))
      add(`https://github.com/${repository}`, likelyScore, { page, text: link.url });
    return;
  }
  // Team pages link to people's profiles too, so a profile must have a name like the product's.
  const score = scoreOf(link, profile, keys) - (page === site.home.page ? 0 : 0.5);
  const isOwnServer = page === site.home.page && profile.network === "discord" && isOnlyServer(profile.address, page);
  add(link.url, isOwnServer ? Math.max(score, likelyScore) : score, { page, text: link.url }, isMe(link));
}

/**
 * Whether a page links to this Discord invitation more than once and to no other. An invitation does not name its
 * server, but an invitation to another project's server usually occurs only once.
 */
function isOnlyServer(address: string, page: CrawledPage): boolean {
  const invited = page.links.map(({ url }) => profileOf(url)).filter((profile) => profile?.network === "discord");
  return invited.length > 1 && invited.every((profile) => profile?.address === address);
}

/** The score of a profile that probably belongs to the product. */
const likelyScore = 3.5;

function readText(page: CrawledPage, keys: string[], add: Add): void {
  const named = page.blocks.flatMap(({ text }) => {
    const address = bareProfile(text);
    return address === null ? [] : [{ address, text }];
  });
  for (const { address, text } of named) {
    const handle = profileOf(address)?.handle;
    if (handle !== undefined && likenessOf(handle, keys) > 0) add(address, likelyScore, { page, text });
  }
}

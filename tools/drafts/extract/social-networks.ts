import { decodedPath } from "../crawl/page-kind-of.ts";
import type { PageLink } from "../shared/crawled-page.ts";
import { patternsOf } from "./phrases.ts";
import listed from "./words/networks.json" with { type: "json" };
import phraseLists from "./words/social-networks.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

interface Network {
  name: string;
  /** Registrable domains; `www.`, `m.` and language labels before them are ignored. */
  hosts: string[];
  /** Matches the path of a profile; its first group is the handle. */
  profile: RegExp;
  /** The standard URL; `{page}` stands for the first two parts of `{path}`. Null keeps the original URL. */
  address: string | null;
}

const networks: Network[] = listed.map(({ profile, ...network }) => ({
  ...network,
  profile: new RegExp(`^${profile}/?$`, "u"),
}));

const addressOn = ({ address }: Network, handle: string, path: string) =>
  address
    ?.replace("{handle}", () => handle)
    .replace("{path}", () => path)
    .replace("{page}", () => path.split("/").slice(0, 3).join("/")) ?? null;

/** Whether a link declares that its target is the same person or product (microformats, `rel=me`). */
export const isMe = ({ rel }: Pick<PageLink, "rel">) => /(?:^|\s)me(?:\s|$)/u.test(rel);

const ownPaths = phrases.ownPaths;
export interface Profile {
  network: string;
  address: string;
  handle: string;
}

/** The profile that a URL leads to, in its standard form, or null for a post, a share button or another page. */
export function profileOf(address: string, isMe = false): Profile | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  const host = url.hostname.replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\.(?=[^.]+\.[^.]+)/u, "");
  const path = decodedPath(url);
  const network = networks.find(({ hosts }) => hosts.includes(host));
  if (network === undefined) {
    // Mastodon has many hosts. Only `rel=me` or the host's name identifies one.
    const id = /^\/@(\w+)\/?$/u.exec(path)?.[1];
    if (id === undefined || !(isMe || /(?:^|\.)(?:mastodon|mstdn|social|toot)|\.social$|social\./u.test(url.hostname)))
      return null;
    return { network: "mastodon", address: `https://${url.host}/@${id}`, handle: id };
  }
  const numbered = url.searchParams.get("id") ?? "";
  if (network.name === "facebook" && path === "/profile.php")
    return /^\d{5,20}$/u.test(numbered)
      ? { network: "facebook", address: `https://www.facebook.com/profile.php?id=${numbered}`, handle: numbered }
      : null;
  const id = network.profile.exec(path)?.[1];
  if (id === undefined) return null;
  const [first = ""] = id.split("/");
  if (ownPaths.test(first) && !/^(?:groups|share)\/./u.test(id)) return null;
  if (network.name === "discord" && host !== "discord.gg" && !path.startsWith("/invite/")) return null;
  // A phone number is not a profile.
  if (network.name === "telegram" && /^\+?\d+$/u.test(id)) return null;
  if (network.name === "github" && /\.(?:git|html?)$/u.test(id)) return null;
  const ownPath = path.replace(/\/$/u, "");
  return {
    network: network.name,
    address: addressOn(network, id, ownPath) ?? `https://${url.host}${ownPath}`,
    handle: id,
  };
}

const mostBare = 60;
const bareAddress =
  /^(?:www\.)?(?:instagram|facebook|tiktok|youtube|x|twitter|linkedin|github|t)\.(?:com|me)\/[^\s?#]+$/iu;
const bareHandle =
  /^\P{L}{0,4}(instagram|tiktok|threads|youtube|telegram|twitter|x)\s?[:：·|–-]?\s?@([\w.]{3,30})$|^@([\w.]{3,30})\s?(?:on|[（(·|–-])\s?(instagram|tiktok|threads|youtube|telegram|twitter|x)\P{L}{0,2}$/iu;

/** The URL of a profile if a passage consists of nothing else: "Instagram: @fernleaf", "instagram.com/fernleaf". */
export function bareProfile(text: string): string | null {
  if (text.length > mostBare) return null;
  if (bareAddress.test(text)) return `https://${text}`;
  const [, before, behind, handle, after] = bareHandle.exec(text) ?? [];
  const name = (before ?? after)?.toLowerCase();
  const id = behind ?? handle;
  if (name === undefined || id === undefined) return null;
  const network = networks.find((known) => known.name === (name === "twitter" ? "x" : name));
  return (network && addressOn(network, name === "youtube" ? `@${id}` : id, "")) ?? null;
}

/** Returns the `owner/name` of the repository to which a GitHub page, such as a list of issues, belongs. */
export const repositoryOf = (address: string) =>
  /^https:\/\/github\.com\/([\w.-]+\/(?![\w.-]*(?:support|installers?|feedback|issues|releases)\/)[\w.-]+)\/(?:issues|releases|blob|tree|wiki|discussions|pulls|raw)(?:[/?#]|$)/u.exec(
    address,
  )?.[1] ?? null;

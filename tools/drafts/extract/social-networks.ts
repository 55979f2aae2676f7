import type { PageLink } from "../shared/crawled-page.ts";

interface Network {
  name: string;
  /** Registrable hosts; a `www.`, `m.` or language label in front is the same place. */
  hosts: string[];
  /** The path of a profile; its first group is the handle. */
  profile: RegExp;
  address(handle: string, path: string): string;
}

const handle = "([\\p{L}\\p{N}_.-]{1,100})";
const at = (pattern: string) => new RegExp(`^${pattern}\\/?$`, "u");

const networks: Network[] = [
  {
    name: "github",
    hosts: ["github.com"],
    profile: at(`\\/([\\w.-]{1,39}(?:\\/[\\w.-]{1,100})?)`),
    address: (id) => `https://github.com/${id}`,
  },
  {
    name: "gitlab",
    hosts: ["gitlab.com"],
    profile: at(`\\/([\\w.-]+(?:\\/[\\w.-]+){0,3})`),
    address: (id) => `https://gitlab.com/${id}`,
  },
  {
    name: "codeberg",
    hosts: ["codeberg.org"],
    profile: at(`\\/([\\w.-]+(?:\\/[\\w.-]+)?)`),
    address: (id) => `https://codeberg.org/${id}`,
  },
  {
    name: "x",
    hosts: ["x.com", "twitter.com"],
    profile: at(`\\/@?(\\w{1,15})`),
    address: (id) => `https://x.com/${id}`,
  },
  {
    name: "mastodon",
    hosts: [
      "mastodon.social",
      "fosstodon.org",
      "hachyderm.io",
      "mastodon.online",
      "mas.to",
      "mstdn.social",
      "techhub.social",
      "mstdn.jp",
      "floss.social",
      "chaos.social",
    ],
    profile: at(`\\/@(\\w+)`),
    address: () => "",
  },
  {
    name: "bluesky",
    hosts: ["bsky.app"],
    profile: at(`\\/profile\\/${handle}`),
    address: (id) => `https://bsky.app/profile/${id}`,
  },
  {
    name: "linkedin",
    hosts: ["linkedin.com"],
    profile: at(`\\/(?:company|showcase|school)\\/${handle}(?:\\/(?:about|posts|jobs|people|life))?`),
    address: (_, path) => `https://www.linkedin.com${path.split("/").slice(0, 3).join("/")}`,
  },
  {
    name: "facebook",
    hosts: ["facebook.com", "fb.com"],
    profile: at(`\\/((?:groups|pages|people)\\/${handle}(?:\\/\\d+)?|share\\/[A-Za-z0-9]{9,12}|${handle})`),
    address: (id) => `https://www.facebook.com/${id}`,
  },
  {
    name: "instagram",
    hosts: ["instagram.com"],
    profile: at(`\\/([\\w.]{1,30})`),
    address: (id) => `https://www.instagram.com/${id}`,
  },
  {
    name: "threads",
    hosts: ["threads.net", "threads.com"],
    profile: at(`\\/@([\\w.]{1,30})`),
    address: (id) => `https://www.threads.net/@${id}`,
  },
  {
    name: "youtube",
    hosts: ["youtube.com"],
    profile: at(`\\/(@[\\p{L}\\p{N}_.-]+|(?:c|user|channel)\\/[\\p{L}\\p{N}_.-]+)`),
    address: (id) => `https://www.youtube.com/${id}`,
  },
  {
    name: "tiktok",
    hosts: ["tiktok.com"],
    profile: at(`\\/@([\\w.]+)`),
    address: (id) => `https://www.tiktok.com/@${id}`,
  },
  {
    name: "discord",
    hosts: ["discord.gg", "discord.com", "discordapp.com"],
    profile: at(`\\/(?:invite\\/)?([\\w-]{2,40})`),
    address: (id) => `https://discord.gg/${id}`,
  },
  {
    name: "reddit",
    hosts: ["reddit.com"],
    profile: at(`\\/((?:r|user|u)\\/[\\w-]+)`),
    address: (id) => `https://www.reddit.com/${id}`,
  },
  {
    name: "telegram",
    hosts: ["t.me", "telegram.me"],
    profile: at(`\\/(\\+?[\\w-]{3,40})`),
    address: (id) => `https://t.me/${id}`,
  },
  {
    name: "medium",
    hosts: ["medium.com"],
    profile: at(`\\/(@?[\\w.-]+)`),
    address: (id) => `https://medium.com/${id}`,
  },
  {
    name: "producthunt",
    hosts: ["producthunt.com"],
    profile: at(`\\/((?:products|@)\\/?[\\w-]+)`),
    address: (id) => `https://www.producthunt.com/${id}`,
  },
  {
    name: "pinterest",
    hosts: ["pinterest.com"],
    profile: at(`\\/(\\w{3,30})`),
    address: (id) => `https://www.pinterest.com/${id}`,
  },
  {
    name: "twitch",
    hosts: ["twitch.tv"],
    profile: at(`\\/(\\w{3,25})`),
    address: (id) => `https://www.twitch.tv/${id}`,
  },
  { name: "vimeo", hosts: ["vimeo.com"], profile: at(`\\/([a-z]\\w+)`), address: (id) => `https://vimeo.com/${id}` },
  {
    name: "dribbble",
    hosts: ["dribbble.com"],
    profile: at(`\\/([\\w-]+)`),
    address: (id) => `https://dribbble.com/${id}`,
  },
  {
    name: "xing",
    hosts: ["xing.com"],
    profile: at(`\\/(?:pages|companies)\\/([\\w-]+)`),
    address: (_, path) => `https://www.xing.com${path}`,
  },
  {
    name: "line",
    hosts: ["lin.ee", "line.me"],
    profile: at(`\\/(?:R\\/ti\\/p\\/)?([\\w@%-]+)`),
    address: (_, path) => `https://line.me${path}`,
  },
  { name: "matrix", hosts: ["matrix.to"], profile: /^(\/)$/u, address: () => "" },
  {
    name: "crunchbase",
    hosts: ["crunchbase.com"],
    profile: at(`\\/organization\\/([\\w-]+)`),
    address: (id) => `https://www.crunchbase.com/organization/${id}`,
  },
];

/** Whether a link says that it leads to the same person or product (microformats, `rel=me`). */
export const isMe = ({ rel }: Pick<PageLink, "rel">) => /(?:^|\s)me(?:\s|$)/u.test(rel);

/** First parts of paths that are no profile: sharing, signing in, posts, the network's own pages. */
const ownPaths =
  /^(?:intent|share|sharer|sharer\.php|dialog|plugins|home|login|signup|join|search|explore|hashtag|i|tos|privacy|about|features|pricing|marketplace|sponsors|orgs|topics|apps|settings|notifications|watch|p|reel|reels|stories|tv|embed|channels|download|developers|legal|help|policies|terms|groups|events|tr|new|trending|collections|contact|security|enterprise|customer-stories|site|team|readme|submit|story|me|s)$/iu;
/** The profile that an address is of, written one way, or null for a post, a share button or any other page. */
export function profileOf(address: string, isMe = false): { network: string; address: string; handle: string } | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  const host = url.hostname.replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\.(?=[^.]+\.[^.]+)/u, "");
  const path = decoded(url.pathname);
  const network = networks.find(({ hosts }) => hosts.includes(host));
  if (network === undefined) {
    // Mastodon has as many hosts as it has communities; rel=me or the host's name says that it is one.
    const id = /^\/@(\w+)\/?$/u.exec(path)?.[1];
    if (id === undefined || !(isMe || /(?:^|\.)(?:mastodon|mstdn|social|toot)|\.social$|social\./u.test(url.hostname)))
      return null;
    return { network: "mastodon", address: `https://${url.host}/@${id}`, handle: id };
  }
  const numbered = url.searchParams.get("id") ?? "";
  // Facebook's profiles without a name of their own.
  if (network.name === "facebook" && path === "/profile.php")
    return /^\d{5,20}$/u.test(numbered)
      ? { network: "facebook", address: `https://www.facebook.com/profile.php?id=${numbered}`, handle: numbered }
      : null;
  const id = network.profile.exec(path)?.[1];
  if (id === undefined) return null;
  const [first = ""] = id.split("/");
  if (ownPaths.test(first) && !/^(?:groups|share)\/./u.test(id)) return null;
  if (network.name === "discord" && host !== "discord.gg" && !path.startsWith("/invite/")) return null;
  // The address of a telephone is nobody's profile.
  if (network.name === "telegram" && /^\+?\d+$/u.test(id)) return null;
  if (network.name === "github" && /\.(?:git|html?)$/u.test(id)) return null;
  const known = network.address(id, path.replace(/\/$/u, ""));
  return {
    network: network.name,
    address: known === "" ? `https://${url.host}${path.replace(/\/$/u, "")}` : known,
    handle: id,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const mostBare = 60;
const bareAddress =
  /^(?:www\.)?(?:instagram|facebook|tiktok|youtube|x|twitter|linkedin|github|t)\.(?:com|me)\/[^\s?#]+$/iu;
const bareHandle =
  /^\P{L}{0,4}(instagram|tiktok|threads|youtube|telegram|twitter|x)\s?[:：·|–-]?\s?@([\w.]{3,30})$|^@([\w.]{3,30})\s?(?:on|[（(·|–-])\s?(instagram|tiktok|threads|youtube|telegram|twitter|x)\P{L}{0,2}$/iu;

/** The address of a profile that a text names and nothing else: "Instagram: @fernleaf", "instagram.com/fernleaf". */
export function bareProfile(text: string): string | null {
  if (text.length > mostBare) return null;
  if (bareAddress.test(text)) return `https://${text}`;
  const [, before, behind, handle, after] = bareHandle.exec(text) ?? [];
  const name = (before ?? after)?.toLowerCase();
  const id = behind ?? handle;
  if (name === undefined || id === undefined) return null;
  const network = networks.find((known) => known.name === (name === "twitter" ? "x" : name));
  return network?.address(/^(?:youtube)$/u.test(name) ? `@${id}` : id, "") ?? null;
}

/** `owner/name` of the repository with the source that a page on GitHub belongs to, such as its issues. */
export const repositoryOf = (address: string) =>
  /^https:\/\/github\.com\/([\w.-]+\/(?![\w.-]*(?:support|installers?|feedback|issues|releases)\/)[\w.-]+)\/(?:issues|releases|blob|tree|wiki|discussions|pulls|raw)(?:[/?#]|$)/u.exec(
    address,
  )?.[1] ?? null;

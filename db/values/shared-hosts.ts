type Sharing = "forge" | "registry" | "store" | "pages" | "hosting";

/**
 * Hosts on which URLs belong to the host's users, as of 2026-11. On `hosting`, each user has a subdomain; on the
 * others, a path. Hosts in the private section of the public suffix list need no entry here.
 */
const sharedHosts = new Map<string, Sharing>([
  ["github.com", "forge"],
  ["gitlab.com", "forge"],
  ["codeberg.org", "forge"],
  ["bitbucket.org", "forge"],
  ["sr.ht", "forge"],
  ["notabug.org", "forge"],
  ["gitee.com", "forge"],
  ["launchpad.net", "forge"],
  ["sourceforge.net", "forge"],
  ["npmjs.com", "registry"],
  ["pypi.org", "registry"],
  ["crates.io", "registry"],
  ["rubygems.org", "registry"],
  ["packagist.org", "registry"],
  ["hub.docker.com", "registry"],
  ["huggingface.co", "registry"],
  ["apps.apple.com", "store"],
  ["play.google.com", "store"],
  ["chromewebstore.google.com", "store"],
  ["addons.mozilla.org", "store"],
  ["apps.microsoft.com", "store"],
  ["marketplace.visualstudio.com", "store"],
  ["flathub.org", "store"],
  ["f-droid.org", "store"],
  ["snapcraft.io", "store"],
  ["store.steampowered.com", "store"],
  ["medium.com", "pages"],
  ["notion.site", "pages"],
  ["sites.google.com", "pages"],
  ["docs.google.com", "pages"],
  ["linktr.ee", "pages"],
  ["linkedin.com", "pages"],
  ["facebook.com", "pages"],
  ["instagram.com", "pages"],
  ["x.com", "pages"],
  ["youtube.com", "pages"],
  ["t.me", "pages"],
  ["discord.gg", "pages"],
  ["producthunt.com", "pages"],
  ["kickstarter.com", "pages"],
  ["patreon.com", "pages"],
  ["wordpress.com", "hosting"],
  ["substack.com", "hosting"],
  ["itch.io", "hosting"],
  ["gumroad.com", "hosting"],
  ["neocities.org", "hosting"],
  ["tumblr.com", "hosting"],
  ["bandcamp.com", "hosting"],
  ["fandom.com", "hosting"],
  ["ghost.io", "hosting"],
  ["hashnode.dev", "hosting"],
  ["glitch.me", "hosting"],
  ["surge.sh", "hosting"],
  ["softr.app", "hosting"],
  ["mystrikingly.com", "hosting"],
  ["weebly.com", "hosting"],
  ["squarespace.com", "hosting"],
  ["webnode.page", "hosting"],
  ["jimdosite.com", "hosting"],
  ["godaddysites.com", "hosting"],
  ["zendesk.com", "hosting"],
  ["odoo.com", "hosting"],
]); // prettier-ignore

interface SharedHost {
  host: string;
  sharing: Sharing;
  /** The part of the host that one user controls: a subdomain on `hosting`, or the first segment of the path. */
  owner: string;
}

/** The shared host of a URL, or null for the host's own front page and for other hosts. */
export function sharedHost({ hostname, pathname }: URL): SharedHost | null {
  const name = hostname.replace(/^www\./, "").replace(/\.$/, "");
  const labels = name.split(".");
  for (let index = 0; index < labels.length - 1; index++) {
    const host = labels.slice(index).join(".");
    const sharing = sharedHosts.get(host);
    if (!sharing) continue;
    const isOwn = host === name && (sharing === "hosting" || pathname === "/");
    const [, segment = ""] = pathname.toLowerCase().split("/");
    const owner = sharing === "hosting" ? labels.slice(index - 1).join(".") : `${host}/${segment}`;
    return isOwn ? null : { host, sharing, owner };
  }
  return null;
}

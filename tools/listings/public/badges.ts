import type { BadgeFacts } from "#db/queries/listings/badges.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { badgeHeight, badgeImageUrl } from "../shared/rules.ts";
import { type BadgeDrawing, badgeWidth, escapeXml } from "./badge-svg.ts";

export interface Badge {
  kind: string;
  drawing: BadgeDrawing;
}

export const siteBadge = (siteName: string): Badge => ({
  kind: "listed",
  drawing: { mark: "site", caption: "Listed on", title: siteName, label: `Listed on ${siteName}` },
});

export function badgesOf(facts: BadgeFacts, siteName: string): Badge[] {
  const { launchWeek, isVerified, awards } = facts;
  const badges = [siteBadge(siteName)];
  const add = (kind: string, drawing: BadgeDrawing) => badges.push({ kind, drawing });
  if (launchWeek !== null)
    add("launched", {
      mark: "launch",
      caption: `Launched on ${siteName}`,
      title: weekTitle(launchWeek),
      label: `Launched on ${siteName} in ${weekTitle(launchWeek)}`,
    });
  if (isVerified)
    add("verified", {
      mark: "verified",
      caption: "Owner verified on",
      title: siteName,
      label: `Owner verified on ${siteName}`,
    });
  for (const { id, kind, period, rank } of awards) {
    const when = kind === "week" ? weekTitle(period) : monthTitle(period);
    add(`award-${id}`, {
      mark: { place: rank },
      caption: `${siteName} · ${when}`,
      title: `#${rank} of the ${kind}`,
      label: `#${rank} of ${when} on ${siteName}`,
    });
  }
  return badges;
}

const weekTitle = (week: string) => `Week ${Number(week.slice(6))}, ${week.slice(0, 4)}`;
const monthTitle = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

export function badgeCode(badge: Badge, facts: BadgeFacts, urls: SiteUrls) {
  const imageUrl =
    badge.kind === "listed" ? `${urls.base}/badges/site.svg` : badgeImageUrl(urls, facts.slug, badge.kind);
  const page = `${urls.base}/listings/${facts.slug}`;
  const alt = `${facts.name}: ${badge.drawing.label}`;
  return {
    kind: badge.kind,
    label: badge.drawing.label,
    image_url: imageUrl,
    html: `<a href="${escapeXml(page)}"><img src="${escapeXml(imageUrl)}" alt="${escapeXml(alt)}" width="${badgeWidth(badge.drawing)}" height="${badgeHeight}" loading="lazy"></a>`,
    markdown: `[![${escapeMarkdown(alt)}](${imageUrl})](${page})`,
  };
}

/**
 * Escapes text for a Markdown label with character references, which never have a special meaning (CommonMark 0.31,
 * 2.5). Some renderers ignore backslashes in the description of an image within a link.
 */
const escapeMarkdown = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&"!|~@$]|:(?=\/\/)/g, (sign) => `&#${sign.codePointAt(0)};`);

import type { BadgeFacts } from "#db/queries/listings/badges.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { badgeHeight, badgeImageUrl } from "../shared/rules.ts";
import { type BadgeDrawing, badgeWidth, escapeXml } from "./badge-svg.ts";

export interface Badge {
  kind: string;
  drawing: BadgeDrawing;
}

const badge = (
  kind: string,
  mark: BadgeDrawing["mark"],
  caption: string,
  title: string,
  label = `${caption} ${title}`,
): Badge => ({ kind, drawing: { mark, caption, title, label } });

export const siteBadge = (siteName: string): Badge => badge("listed", "site", "Listed on", siteName);

export function badgesOf({ launchWeek, isVerified, awards }: BadgeFacts, siteName: string): Badge[] {
  const badges = [siteBadge(siteName)];
  if (launchWeek !== null) {
    const week = weekTitle(launchWeek);
    badges.push(badge("launched", "launch", `Launched on ${siteName}`, week, `Launched on ${siteName} in ${week}`));
  }
  if (isVerified) badges.push(badge("verified", "verified", "Owner verified on", siteName));
  for (const { id, kind, period, rank: place } of awards) {
    const when = kind === "week" ? weekTitle(period) : monthTitle(period);
    const label = `#${place} of ${when} on ${siteName}`;
    badges.push(badge(`award-${id}`, { place }, `${siteName} · ${when}`, `#${place} of the ${kind}`, label));
  }
  return badges;
}

const weekTitle = (week: string) => `Week ${Number(week.slice(6))}, ${week.slice(0, 4)}`;
const monthTitle = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

export function badgeCode({ kind, drawing }: Badge, facts: BadgeFacts, urls: SiteUrls) {
  const imageUrl = kind === "listed" ? `${urls.base}/badges/site.svg` : badgeImageUrl(urls, facts.slug, kind);
  const page = `${urls.base}/listings/${facts.slug}`;
  const alt = `${facts.name}: ${drawing.label}`;
  return {
    kind,
    label: drawing.label,
    image_url: imageUrl,
    html: `<a href="${escapeXml(page)}"><img src="${escapeXml(imageUrl)}" alt="${escapeXml(alt)}" width="${badgeWidth(drawing)}" height="${badgeHeight}" loading="lazy"></a>`,
    // An image in Markdown cannot follow the theme that the reader has chosen on a website such as GitHub.
    markdown: `<a href="${escapeXml(page)}"><picture><source media="(prefers-color-scheme: dark)" srcset="${escapeXml(imageUrl)}?theme=dark"><img src="${escapeXml(imageUrl)}" alt="${escapeMarkdown(alt)}" height="${badgeHeight}"></picture></a>`,
  };
}

/** Escapes text for HTML in Markdown with character references, which never have a special meaning (CommonMark 0.31, 2.5). */
const escapeMarkdown = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&"!|~@$]|:(?=\/\/)/g, (sign) => `&#${sign.codePointAt(0)};`);

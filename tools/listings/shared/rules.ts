import type { PaidSection, Plan } from "#db/schema/vocabulary.ts";

/** Milestones and updates are public on paid listings, and on other listings if unlocked (service.md, "Milestone"). */
export const showsSection = (listing: { plan: Plan; unlockedSections: readonly string[] }, section: PaidSection) =>
  listing.plan === "paid" || listing.unlockedSections.includes(section);

/** When search engines may follow a verified owner's link: days live, and days without an upheld report. */
export const followedAfterDays = 30;
export const followedUnreportedDays = 365;

export const badgeImageUrl = (urls: { base: string }, slug: string, kind: string) =>
  `${urls.base}/badges/${slug}/${kind}.svg`;

/** The badge that a website must show: an image from the site at `base`, linked to the page of the listing `slug`. */
export interface WantedBadge {
  base: string;
  slug: string;
}

const badgePaths = ({ slug }: WantedBadge) => ({
  page: `/listings/${slug}`,
  images: ["/badges/site.svg", `/badges/${slug}/`],
});
const isOn = (url: URL, { base }: WantedBadge) => url.host === new URL(base).host;

/** Returns whether an absolute URL is the listing's page, over http or https and with any query. */
export function isListingPage(address: string, wanted: WantedBadge): boolean {
  const url = URL.parse(address);
  return url !== null && isOn(url, wanted) && url.pathname.replace(/\/$/, "") === badgePaths(wanted).page;
}

/**
 * Returns whether an absolute URL is a badge of the listing. An image service's URL counts if its query contains the
 * URL of a badge.
 */
export function isBadgeImage(address: string, wanted: WantedBadge): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (isOn(url, wanted) && badgePaths(wanted).images.some((path) => url.pathname.startsWith(path))) return true;
  return [...url.searchParams.values()].some((value) => value !== address && isBadgeImage(value, wanted));
}

export function namesBadge(text: string, wanted: WantedBadge): boolean {
  const { page, images } = badgePaths(wanted);
  const { host } = new URL(wanted.base);
  return [page, ...images].some((path) => text.includes(host + path));
}

const codeOf = ({ base, slug }: WantedBadge, imageUrl: string, alt: string) =>
  `<a href="${base}/listings/${slug}"><img src="${imageUrl}" alt="${Bun.escapeHTML(alt)}" height="${badgeHeight}"></a>`;

export const siteBadgeCode = (
  { urls: { base }, site }: { urls: Pick<WantedBadge, "base">; site: { name: string } },
  slug: string,
) => codeOf({ base, slug }, `${base}/badges/site.svg`, `Listed on ${site.name}`);

export const awardBadgeCode = (wanted: WantedBadge, awardId: number, alt: string) =>
  codeOf(wanted, badgeImageUrl(wanted, wanted.slug, `award-${awardId}`), alt);

export const badgeHeight = 54;

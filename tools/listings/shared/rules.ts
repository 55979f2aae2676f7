import type { PaidSection, Plan } from "#db/schema/vocabulary.ts";

/** Milestones and updates are public on paid listings, or where the section was unlocked (service.md "Milestone"). */
export const showsSection = (listing: { plan: Plan; unlockedSections: readonly string[] }, section: PaidSection) =>
  listing.plan === "paid" || listing.unlockedSections.includes(section);

/** Address of a badge image; kinds are those of get_badges. */
export const badgeImageUrl = (urls: { base: string }, slug: string, kind: string) =>
  `${urls.base}/badges/${slug}/${kind}.svg`;

/** The badge a website has to show: on the site at `base`, linked to the page of the listing `slug`. */
export interface WantedBadge {
  base: string;
  slug: string;
}

const badgePaths = ({ slug }: WantedBadge) => ({
  page: `/listings/${slug}`,
  images: ["/badges/site.svg", `/badges/${slug}/`],
});
const isOn = (url: URL, { base }: WantedBadge) => url.host === new URL(base).host;

/** Whether an absolute address is the listing's page, over http or https and with any query. */
export function isListingPage(address: string, wanted: WantedBadge): boolean {
  const url = URL.parse(address);
  return url !== null && isOn(url, wanted) && url.pathname.replace(/\/$/, "") === badgePaths(wanted).page;
}

/** Whether an absolute address is one of the listing's badges, or has one in its query as image services write it. */
export function isBadgeImage(address: string, wanted: WantedBadge): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (isOn(url, wanted) && badgePaths(wanted).images.some((path) => url.pathname.startsWith(path))) return true;
  return [...url.searchParams.values()].some((value) => value !== address && isBadgeImage(value, wanted));
}

/** Whether source text names the listing's page or one of its badges, wherever it stands. */
export function namesBadge(text: string, wanted: WantedBadge): boolean {
  const { page, images } = badgePaths(wanted);
  const { host } = new URL(wanted.base);
  return [page, ...images].some((path) => text.includes(host + path));
}

/** What to paste into a page to show the site badge with its link. */
export const siteBadgeCode = ({ base, slug }: WantedBadge) =>
  `<a href="${base}/listings/${slug}"><img src="${base}/badges/site.svg" alt="Our listing" height="${badgeHeight}"></a>`;

/** Pixels; the width follows from the text. */
export const badgeHeight = 54;

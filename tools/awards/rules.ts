import type { SiteUrls } from "../core/context.ts";

/** Address of the picture of an award. */
export const awardImageUrl = (urls: SiteUrls, awardId: number) => `${urls.base}/awards/${awardId}.svg`;

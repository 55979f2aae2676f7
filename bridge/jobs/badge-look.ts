import type { CrawlWorld } from "#tools/drafts/crawl/crawl-site.ts";
import type { BadgeWorld } from "#tools/launches/jobs.ts";

/** Looks for badges as drafts read sites; what that takes is loaded with the first look. */
export const badgeLook =
  (world: CrawlWorld): BadgeWorld["look"] =>
  async (url, wanted, signal) => {
    const { findBadge } = await import("#tools/drafts/crawl/find-badge.ts");
    return findBadge(world, url, wanted, signal);
  };

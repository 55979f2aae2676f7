import type { CrawlPorts } from "#tools/drafts/crawl/crawl-site.ts";
import type { BadgePorts } from "#tools/launches/run-jobs.ts";

/** Checks for badges with the crawler of drafts, which is loaded at the first check. */
export const badgeChecker =
  (ports: CrawlPorts): BadgePorts["look"] =>
  async (url, wanted, signal) => {
    const { findBadge } = await import("#tools/drafts/crawl/find-badge.ts");
    return findBadge(ports, url, wanted, signal);
  };

import type { CrawlPorts } from "#tools/drafts/crawl/crawl-site.ts";
import type { BadgePorts } from "#tools/launches/run-jobs.ts";

/** Looks for badges as drafts read sites; what that takes is loaded with the first look. */
export const badgeLook =
  (ports: CrawlPorts): BadgePorts["look"] =>
  async (url, wanted, signal) => {
    const { findBadge } = await import("#tools/drafts/crawl/find-badge.ts");
    return findBadge(ports, url, wanted, signal);
  };

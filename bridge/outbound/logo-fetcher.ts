import type { Outbound } from "#tools/core/ports/outbound.ts";
import { CrawlFailed } from "#tools/drafts/crawl/crawl-failed.ts";
import type { FetchLogo } from "#tools/listings/run-jobs.ts";

/** The drawing library is loaded when the first logo is fetched. */
export const logoFetcher =
  (outbound: Outbound): FetchLogo =>
  async (url, signal) => {
    try {
      const { fetchLogo } = await import("#tools/drafts/crawl/logo.ts");
      return await fetchLogo(outbound, url, signal);
    } catch (error) {
      if (error instanceof CrawlFailed) return { failure: error.message };
      throw error;
    }
  };

import type { CrawledPage } from "../shared/crawled-page.ts";
import { CrawlFailed, hostOf } from "./crawl-failed.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { isNotFoundPage } from "./soft-404.ts";

export function homeFailure({ page, facts, lacksScripts }: FetchedPage): CrawlFailed | null {
  const { pathname } = new URL(page.url);
  if (pathname !== "/" && isNotFoundPage(page))
    return new CrawlFailed(
      "not_found",
      "The page at this URL shows a “not found” message. Check the spelling of the URL.",
    );
  const says = page.blocks.length > 0 || page.jsonLd.length > 0 || facts.frames.length > 0;
  if (says || page.title || page.meta.description || page.meta["og:description"]) return null;
  if (lacksScripts)
    return new CrawlFailed(
      "needs_scripts",
      `${hostOf(page.url)} is empty until its scripts run, and we could not run them. Add a title and a description to the page, or write the listing yourself.`,
    );
  return new CrawlFailed("empty_page", "The page at this URL is empty. Enter the URL of a page with text.");
}

/** Wraps a page from an earlier attempt. Its source is gone, so the facts that only the crawl needs are unknown. */
export const asKnown = (page: CrawledPage): FetchedPage => ({
  page,
  facts: {
    frames: [],
    hasScripts: false,
    hasAppRoot: false,
    hasAnchors: false,
    isCut: false,
    alternates: [],
    manifest: null,
    refresh: null,
    shownLength: 0,
  },
  isTruncated: false,
  lacksScripts: false,
});

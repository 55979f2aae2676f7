import type { ReadQuote } from "#db/queries/listings/fact-checks.ts";
import type { FactSources } from "#db/schema/listing-fields.ts";
import { isWellKnown } from "../shared/crawled-page.ts";
import { standsIn } from "../shared/quotes.ts";
import { CrawlFailed } from "./crawl-failed.ts";
import type { CrawlPorts } from "./crawl-site.ts";
import { type FetchedPage, fetchHomePage, fetchPage, fetchParts } from "./fetch-page.ts";
import { fetchWellKnown } from "./well-known.ts";

/**
 * Reads the pages again that state facts. Leaves out quotes of pages that it cannot or must not read. Rejects only with
 * the signal's reason.
 */
export async function readAgain(ports: CrawlPorts, sources: FactSources, signal: AbortSignal): Promise<ReadQuote[]> {
  const time = AbortSignal.timeout(ports.limits?.totalMs ?? 30_000);
  const parts = fetchParts(ports, AbortSignal.any([signal, time]));
  const quoted = Object.entries(sources).flatMap(([source, { by, url, quote }]) =>
    by === "site" && url !== null && quote !== null ? [{ source, url, quote }] : [],
  );
  const read: ReadQuote[] = [];
  for (const [url, quotes] of Map.groupBy(quoted, (each) => each.url)) {
    const note = (isFound: (quote: string) => boolean) =>
      read.push(...quotes.map(({ source, quote }) => ({ source, quote, isFound: isFound(quote) })));
    try {
      if (isWellKnown(url)) {
        const page = await fetchWellKnown(parts, url);
        note((quote) => standsIn(page, quote));
        continue;
      }
      const pages = [await fetchPage(parts, url)];
      const hasAll = () => quotes.every(({ quote }) => pages.some(({ page }) => standsIn(page, quote)));
      // Scripts may have written what the draft quotes.
      if (!hasAll()) pages.push(await fetchHomePage(parts, url));
      if (hasAll() || pages.every(isComplete)) note((quote) => pages.some(({ page }) => standsIn(page, quote)));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (time.aborted) break;
      if (!(error instanceof CrawlFailed)) throw error;
      if (error.code === "not_found") note(() => false);
    }
  }
  return read;
}

const isComplete = ({ isTruncated, lacksScripts }: FetchedPage) => !isTruncated && !lacksScripts;

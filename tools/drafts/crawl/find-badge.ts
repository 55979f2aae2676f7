import { OutboundError } from "../../core/ports/outbound.ts";
import type { WantedBadge } from "../../listings/shared/rules.ts";
import { CrawlFailed } from "./crawl-failed.ts";
import type { CrawlPorts } from "./crawl-site.ts";
import { type FetchParts, fetchParts, fetchWithoutScripts, renderPage } from "./fetch-page.ts";
import { inThread } from "./in-thread.ts";
import { type BadgeFinding, badgeFault } from "./read-badge.ts";

/** Looks for the badge on a page as served, then after its scripts have run. Rejects only with the signal's reason. */
export async function findBadge(
  ports: CrawlPorts,
  url: string,
  wanted: WantedBadge,
  signal: AbortSignal,
): Promise<BadgeFinding> {
  const time = AbortSignal.timeout(ports.limits?.totalMs ?? 30_000);
  const both = AbortSignal.any([signal, time]);
  try {
    return await look(fetchParts(ports, both), url, wanted);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (time.aborted) return badgeFault("unreachable", "timeout");
    if (error instanceof CrawlFailed && error.code === "robots_forbid") return badgeFault("robots");
    if (error instanceof CrawlFailed) return badgeFault("unreachable", error.code);
    if (error instanceof OutboundError) return badgeFault("unreachable", error.reason);
    throw error;
  }
}

async function look(parts: FetchParts, url: string, wanted: WantedBadge): Promise<BadgeFinding> {
  const { source, facts, lacksScripts } = await fetchWithoutScripts(parts, url);
  const plain = await inThread("readBadge", source, wanted);
  if (plain.isFound || !facts.hasScripts) return plain;
  const rendered = await renderPage(parts, source.url);
  if (rendered === null) return lacksScripts ? badgeFault("needs_scripts") : plain;
  const shown = await inThread("readBadge", rendered, wanted);
  return shown.isFound || lacksScripts ? shown : plain;
}

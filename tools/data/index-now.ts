import { feedHead, pageChanges } from "#db/queries/data/feed.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import type { JobContext } from "../core/operations/job.ts";
import { type Outbound, OutboundError } from "../core/ports/outbound.ts";
import { pageOf } from "./shared/record-names.ts";

type State = NonNullable<SiteSettings["indexNow"]>;

export interface DataPorts {
  outbound: Pick<Outbound, "fetch" | "vet">;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
  indexNowUrl: string;
}

/** The protocol's limit for one request (indexnow.org/documentation). */
const maxUrls = 10_000;
const pageSize = 1000;
/** An operation may commit this long after the time that it writes. */
const overlapMs = 60_000;

/** Sends the next changed pages of a site to IndexNow. Returns the new position, or null if it stays the same. */
export async function notifyOf(site: SiteRow, ports: DataPorts, job: JobContext): Promise<State | null> {
  const state = site.settings.indexNow;
  const urls = ports.urlsOf(site);
  if (!state || !isPublic(urls, ports)) return null;
  const { urlList, ...next } = await changedPages(site.id, urls, state, job);
  const { key } = state;
  const body = { host: new URL(urls.base).host, key, keyLocation: `${urls.base}/${key}.txt`, urlList };
  if (next.seq === state.seq || (urlList.length > 0 && !(await send(body, ports, job)))) return null;
  return { key, ...next };
}

/** Returns false for http and for hosts that search engines cannot reach. */
function isPublic({ base }: SiteUrls, { outbound }: DataPorts): boolean {
  try {
    return outbound.vet(base, { httpsOnly: true }) !== null;
  } catch {
    return false;
  }
}

async function changedPages(siteId: number, urls: SiteUrls, { seq, at }: State, { read, now }: JobContext) {
  const head = (await feedHead(read))!.seq;
  const since = new Date(Date.parse(at) - overlapMs).toISOString();
  const yieldToEventLoop = yieldsToEventLoop();
  const urlList: string[] = [];
  while (seq < head && urlList.length + pageSize <= maxUrls) {
    const rows = await pageChanges(read, siteId, now.toISOString(), seq, head, pageSize);
    for (const { kind, slug, changedAt } of rows)
      if (slug !== null && (changedAt ?? since) >= since) urlList.push(pageOf(urls, kind, slug));
    seq = rows.length < pageSize ? head : rows.at(-1)!.seq;
    await yieldToEventLoop();
  }
  // `since` belongs to all entries up to `head`, so it stays until they have been sent.
  return { urlList, seq, at: seq === head ? now.toISOString() : at };
}

const reasons = new Map([
  [403, "it cannot read the key file; let everybody read it, also through a proxy or firewall"],
  [422, "the pages do not belong to the host; check BASE_URL and the host of the site"],
]);

/** Returns false if the same pages must be sent again later. */
async function send(
  body: { keyLocation: string; urlList: string[] },
  { outbound, indexNowUrl }: DataPorts,
  { log, signal }: JobContext,
): Promise<boolean> {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const request = { purpose: "indexnow", method: "POST", headers, body: JSON.stringify(body), signal } as const;
  const status = await outbound.fetch(indexNowUrl, request).then(
    (response) => response.status,
    (error) => (error instanceof OutboundError ? error.message : Promise.reject(error)),
  );
  const facts = { key_file: body.keyLocation, pages: body.urlList.length, status };
  if (typeof status === "string" || status === 429 || status >= 500) {
    log.warn(facts, "IndexNow did not receive changed pages; they are sent again in ten minutes");
    return false;
  }
  if (status === 200 || status === 202) log.info(facts, "IndexNow received changed pages");
  else log.error(facts, `IndexNow refused changed pages: ${reasons.get(status) ?? "check INDEXNOW_URL"}`);
  return true;
}

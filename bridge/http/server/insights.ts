import { isbot } from "isbot";
import type { Logger } from "pino";
import { dayOf } from "#db/queries/insights/fold-insights.ts";
import {
  accountCaller,
  drop,
  type EventBatch,
  type EventCounts,
  type OpenEvent,
  type QueryEvent,
  saveEvents,
} from "#db/queries/insights/save-events.ts";
import { type InsightChannel, type InsightCounter, insightChannels, insightCounters } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { count } from "#db/values/counters.ts";
import { shortNetwork } from "#tools/core/operations/client-network.ts";
import type { CountListings } from "#tools/core/operations/context.ts";
import type { CountedListings } from "#tools/core/operations/serialized-output.ts";
import { queryText } from "#tools/insights/shared/query-text.ts";

export type SaveEvents = (batch: EventBatch) => Promise<void>;

const maxSaved = 1000;

/** Saves each batch once, even if a node sends it again because it got no response. */
export function savingEvents({ write }: Pick<Store, "write">, now: () => Date): SaveEvents {
  const saved = new Set<string>();
  return async (batch) => {
    if (saved.has(batch.id)) return;
    // The counts appear in no cached result, so the caches can stay.
    const rows = await write((tx) => saveEvents(tx, batch, now()), { isQuiet: true });
    for (const { counter, channel, count: times } of rows)
      count(
        `slipway_insight_events_total{counter="${insightCounters[counter]}",channel="${insightChannels[channel]}"}`,
        times,
      );
    if (saved.size >= maxSaved) saved.clear();
    saved.add(batch.id);
  };
}

const maxUserAgents = 1000;
const userAgents = new Map<string, { isBot: boolean; isCrawler: boolean }>();

/** Crawlers that name themselves so. Programs use REST and MCP on behalf of people, so other bots count there. */
const crawler = /bot\b|crawl|spider/i;

function botFacts(userAgent: string) {
  const known = userAgents.get(userAgent);
  if (known) return known;
  if (userAgents.size >= maxUserAgents) userAgents.clear();
  const facts = { isBot: isbot(userAgent), isCrawler: crawler.test(userAgent.replace(/https?:\S+/g, "")) };
  userAgents.set(userAgent, facts);
  return facts;
}

function isByVisitor({ method, headers }: Request, channel: InsightChannel): boolean {
  if (method === "HEAD") return false;
  const { isBot, isCrawler } = botFacts(headers.get("user-agent") ?? "");
  if (channel !== "page") return !isCrawler;
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose");
  return !isBot && !purpose?.includes("prefetch");
}

export interface Visitor {
  channel: InsightChannel;
  siteId: number;
  /** 0 without an account. */
  account: number;
  /** The declared name of an MCP client. */
  client?: string;
}

const flushMs = 5000;
/** Limits of the memory for one process: different responses between two flushes, counts that wait, and other events. */
const maxResponses = 20_000;
const maxCounts = 200_000;
const maxEvents = 20_000;

/** Adds an event. The same caller often repeats one. */
function note<Event extends { at: number; count: number }>(
  events: Map<string, Event>,
  key: string,
  event: Event,
): void {
  const known = events.get(key);
  if (known) {
    known.at = event.at;
    known.count++;
  } else if (events.size < maxEvents) events.set(key, event);
  else drop("caller");
}

const newBatch = () => ({
  size: 0,
  counts: new Map<string, Map<number, number>>(),
  opens: new Map<string, OpenEvent>(),
  queries: new Map<string, QueryEvent>(),
});

/** The client's name may contain spaces. */
function groupOf(key: string): Omit<EventCounts, "listings"> {
  const [siteId, account, day, counter, channel, ...client] = key.split(" ");
  const numbers = { siteId: Number(siteId), account: Number(account), day: Number(day) };
  return { ...numbers, counter: Number(counter), channel: Number(channel), client: client.join(" ") || null };
}

/**
 * Counts events in memory and saves them every few seconds. Until then, callers are known by IP address; only their
 * networks leave this function.
 */
export function trackInsights(
  save: SaveEvents,
  { log, now, addressOf }: { log: Logger; now(): Date; addressOf(request: Request): string },
) {
  // A stored response has the same array of ids each time, so counting one takes a single lookup.
  let responses = new Map<string, Map<readonly number[], number>>();
  let size = 0;
  let waiting = newBatch();
  let unsaved: EventBatch | null = null;
  /** The last query of each visitor of the search page. */
  let typed = new Map<string, string>();

  function countResponse(key: string, ids: readonly number[]): void {
    if (size >= maxResponses) collect();
    const group = responses.getOrInsertComputed(key, () => new Map<readonly number[], number>());
    const before = group.get(ids) ?? 0;
    if (before === 0) size++;
    group.set(ids, before + 1);
  }

  function countVisit(
    request: Request,
    { channel, siteId, account, client }: Visitor,
    counted: InsightCounter,
    { ids, total, isMoved }: CountedListings,
    query = "",
  ): void {
    // REST and pages redirect to the listing's own path, which then counts.
    if ((isMoved && channel !== "mcp") || !isByVisitor(request, channel)) return;
    const isPage = channel === "page" || channel === "feed";
    const counter: InsightCounter = isPage && counted === "profile_reads" ? "page_views" : counted;
    const time = now();
    const positions = `${insightCounters.indexOf(counter)} ${insightChannels.indexOf(channel)}`;
    countResponse(`${siteId} ${account} ${dayOf(time)} ${positions} ${client ?? ""}`, ids);
    const isOpen = counter === "page_views" || counter === "profile_reads";
    // Feed readers ask again and again, whether somebody reads or not.
    if (channel === "feed" || (!isOpen && query === "")) return;
    const caller = account === 0 ? addressOf(request) : accountCaller(account);
    const event = { siteId, account, client: client ?? null, caller, at: time.getTime(), count: 1 };
    if (isOpen) note(waiting.opens, `${caller} ${ids[0]} ${client}`, { ...event, listingId: ids[0]! });
    if (query === "") return;
    // The search page searches while a visitor types, so a longer or shorter form replaces the query before it.
    const former = channel === "page" && typed.get(caller);
    if (former && (query.startsWith(former) || former.startsWith(query)))
      waiting.queries.delete(`${siteId} ${caller} ${former}`);
    if (channel === "page") typed.set(caller, query);
    const key = `${siteId} ${caller} ${query}`;
    note(waiting.queries, key, { ...event, query, results: total, firstTen: ids.slice(0, 10) });
  }

  /** Adds the counted responses to the waiting counts of their listings. */
  function collect(): void {
    for (const [key, byIds] of responses) {
      const counts = waiting.counts.getOrInsertComputed(key, () => new Map<number, number>());
      for (const [ids, times] of byIds)
        for (const id of ids) {
          const before = counts.get(id) ?? 0;
          if (before === 0 && ++waiting.size > maxCounts) drop("count");
          else counts.set(id, before + times);
        }
    }
    responses = new Map();
    size = 0;
  }

  function batchOf({ counts, opens, queries }: typeof waiting): EventBatch | null {
    if (counts.size === 0 && queries.size === 0) return null;
    const networks = new Map<string, string | null>();
    const known = <Event extends { account: number; caller: string }>(event: Event): Event[] => {
      if (event.account !== 0) return [event];
      const network = networks.getOrInsertComputed(event.caller, shortNetwork);
      return network === null ? [] : [{ ...event, caller: `network:${network}` }];
    };
    const texts = new Map<string, string | null>();
    return {
      id: crypto.randomUUID(),
      counts: [...counts].map(([key, listings]) => ({ ...groupOf(key), listings: Object.fromEntries(listings) })),
      opens: [...opens.values()].flatMap(known),
      queries: [...queries.values()].flatMap(known).flatMap((event) => {
        const query = texts.getOrInsertComputed(event.query, queryText);
        return query === null ? [] : [{ ...event, query }];
      }),
    };
  }

  async function saveNext(): Promise<void> {
    collect();
    if (!unsaved) {
      unsaved = batchOf(waiting);
      waiting = newBatch();
    }
    typed = new Map();
    if (!unsaved) return;
    try {
      await save(unsaved);
      unsaved = null;
    } catch (error) {
      count("slipway_insight_flush_failures_total");
      log.warn({ err: error }, "counted events could not be saved yet");
    }
  }

  // Saves run one after another.
  let last = Promise.resolve();
  const flush = (): Promise<void> => (last = last.then(saveNext));
  const timer = setInterval(() => void flush(), flushMs).unref();
  return {
    /** Returns how a call counts. The caller's address and headers are read only if it counts. */
    counterFor:
      (request: Request, visitor: Visitor): CountListings =>
      (counter, listings, query) =>
        countVisit(request, visitor, counter, listings, query),
    flush,
    async stop(): Promise<void> {
      clearInterval(timer);
      // The first flush may only repeat a failed one.
      await flush();
      await flush();
    },
  };
}

export type Insights = ReturnType<typeof trackInsights>;

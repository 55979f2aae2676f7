import { isbot } from "isbot";
import type { Logger } from "pino";
import { dayOf } from "#db/queries/insights/fold-insights.ts";
import {
  accountCaller,
  drop,
  type EventBatch,
  type EventCounts,
  maxTextsOfCaller,
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

let latest = { userAgent: "", facts: { isBot: isbot(""), isCrawler: false } };

function botFacts(userAgent: string) {
  // The next request often comes from the same program.
  if (latest.userAgent !== userAgent) latest = { userAgent, facts: userAgents.get(userAgent) ?? newFacts(userAgent) };
  return latest.facts;
}

function newFacts(userAgent: string) {
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
  /** 0 without an account. */
  account: number;
  /** The declared name of an MCP client. */
  client?: string;
}

/** A response that counts. `address` is empty for an account, and null if the caller does not matter. */
interface Counted {
  visitor: Visitor;
  counter: InsightCounter;
  siteId: number;
  listings: CountedListings;
  query: string;
  address: string | null;
  at: number;
}

/** What a caller did. Its listings are added to the counts before they are saved. */
interface Uses {
  /** The number of page views or profile reads by listing. */
  opens: Map<number, Pick<OpenEvent, "at" | "count">>;
  /** The queries that found something, with their latest results. */
  queries: Map<string, Pick<QueryEvent, "at" | "count"> & { listings: CountedListings; uncounted: number }>;
}

interface Group extends Omit<EventCounts, "listings"> {
  listings: Map<number, number>;
  byAddress: Map<string, Uses>;
}

const flushMs = 5000;
/** Limits of the memory for one process: responses that are not grouped yet, and what waits to be saved. */
const maxUngrouped = 1000;
const maxGroups = 20_000;
const maxCounts = 200_000;
const maxEvents = 40_000;

const newBatch = () => ({ groups: new Map<string, Group>(), counts: 0, events: 0 });

const isOpen = (counter: InsightCounter) => counter === "page_views" || counter === "profile_reads";

/** Returns true for responses of one group. A loop over the names of the fields would take twice as long. */
const isAlike = (one: Counted, other: Counted): boolean =>
  one.counter === other.counter &&
  one.visitor.channel === other.visitor.channel &&
  one.visitor.client === other.visitor.client &&
  one.visitor.account === other.visitor.account &&
  one.siteId === other.siteId &&
  dayOf(one.at) === dayOf(other.at);

/**
 * Counts events in memory and saves them every few seconds. Until then, callers are known by IP address; only their
 * networks leave this function.
 */
export function trackInsights(
  save: SaveEvents,
  { log, addressOf }: { log: Logger; addressOf(request: Request): string },
) {
  // Grouping many responses in one go takes less time than grouping each in its own request.
  let ungrouped: Counted[] = [];
  let waiting = newBatch();
  let unsaved: EventBatch | null = null;
  /** The last query of each visitor of the search page. */
  let typed = new Map<Uses, string>();

  function countVisit(
    request: Request,
    visitor: Visitor,
    siteId: number,
    counted: InsightCounter,
    listings: CountedListings,
    at: Date,
    query = "",
  ): void {
    const { channel, account } = visitor;
    // REST and pages redirect to the listing's own path, which then counts.
    if ((listings.isMoved && channel !== "mcp") || !isByVisitor(request, channel)) return;
    const isPage = channel === "page" || channel === "feed";
    const counter: InsightCounter = isPage && counted === "profile_reads" ? "page_views" : counted;
    // Feed readers ask again and again, whether somebody reads or not.
    const hasCaller = channel !== "feed" && (query !== "" || isOpen(counter));
    const address = !hasCaller ? null : account === 0 ? addressOf(request) : "";
    ungrouped.push({ visitor, siteId, counter, listings, query, address, at: at.getTime() });
    if (ungrouped.length >= maxUngrouped) groupAll();
  }

  /** Adds the responses to the groups that wait to be saved. */
  function groupAll(): void {
    let last: Counted | undefined;
    let group: Group | undefined;
    let uses: Uses | undefined;
    for (const response of ungrouped) {
      // Looking up a group or a caller takes longer than the rest, and the next response often has the same.
      const isSameGroup = last !== undefined && isAlike(response, last);
      const { address } = response;
      if (!isSameGroup) group = groupOf(response);
      if (!isSameGroup || address !== last!.address)
        uses = group && address !== null ? usesOf(group, address) : undefined;
      last = response;
      if (group) add(response, group, uses);
      else drop("count");
    }
    ungrouped = [];
  }

  function groupOf({ siteId, visitor: { account, client, channel }, at, counter }: Counted): Group | undefined {
    const day = dayOf(at);
    const key = `${siteId} ${account} ${day} ${counter} ${channel} ${client}`;
    const known = waiting.groups.get(key);
    if (known || waiting.groups.size >= maxGroups) return known;
    const positions = { counter: insightCounters.indexOf(counter), channel: insightChannels.indexOf(channel) };
    const of = { siteId, account, client: client ?? null, day, ...positions };
    const group: Group = { ...of, listings: new Map(), byAddress: new Map() };
    waiting.groups.set(key, group);
    return group;
  }

  function addCounts({ listings }: Group, ids: readonly number[], times: number): void {
    for (const id of ids) {
      const before = listings.get(id) ?? 0;
      if (before === 0 && ++waiting.counts > maxCounts) drop("count", times);
      else listings.set(id, before + times);
    }
  }

  function add(response: Counted, group: Group, uses: Uses | undefined): void {
    const { counter, listings, query } = response;
    const isKept =
      uses && (query !== "" ? addQuery(response, uses, group) : isOpen(counter) && addOpen(response, uses));
    if (!isKept) addCounts(group, listings.ids, 1);
  }

  /** Adds a search to the caller's. Its listings are counted once for all searches with the same result. */
  function addQuery({ visitor, at, listings, query }: Counted, uses: Uses, group: Group): boolean {
    const { queries } = uses;
    if (visitor.channel === "page") {
      replaceTyped(query, uses, group);
      typed.set(uses, query);
    }
    const known = queries.get(query);
    if (!known) {
      // The database keeps no more texts of one caller.
      const isOver = queries.size >= maxTextsOfCaller;
      if (isOver) drop("query");
      const isKept = !isOver && hasRoom();
      if (isKept) queries.set(query, { at, count: 1, listings, uncounted: 1 });
      return isKept;
    }
    if (known.listings !== listings) {
      addCounts(group, known.listings.ids, known.uncounted);
      Object.assign(known, { listings, uncounted: 0 });
    }
    known.at = at;
    known.count++;
    known.uncounted++;
    return true;
  }

  /** The search page searches while a visitor types, so a longer or shorter form replaces the query before it. */
  function replaceTyped(query: string, uses: Uses, group: Group): void {
    const former = typed.get(uses);
    if (former === undefined || former === query || !(query.startsWith(former) || former.startsWith(query))) return;
    const replaced = uses.queries.get(former);
    if (!replaced) return;
    addCounts(group, replaced.listings.ids, replaced.uncounted);
    uses.queries.delete(former);
    waiting.events--;
  }

  function addOpen({ listings, at }: Counted, { opens }: Uses): boolean {
    const id = listings.ids[0]!;
    const known = opens.get(id);
    if (known) {
      known.at = at;
      known.count++;
      return true;
    }
    const isKept = hasRoom();
    if (isKept) opens.set(id, { at, count: 1 });
    return isKept;
  }

  function usesOf({ byAddress }: Group, address: string): Uses {
    let uses = byAddress.get(address);
    if (!uses) {
      uses = { opens: new Map(), queries: new Map() };
      if (waiting.events < maxEvents) byAddress.set(address, uses);
    }
    return uses;
  }

  function hasRoom(): boolean {
    const isFull = waiting.events >= maxEvents;
    if (isFull) drop("caller");
    else waiting.events++;
    return !isFull;
  }

  function batchOf({ groups }: typeof waiting): EventBatch | null {
    if (groups.size === 0) return null;
    const batch: EventBatch = { id: crypto.randomUUID(), counts: [], opens: [], queries: [] };
    const networks = new Map<string, string | null>();
    const texts = new Map<string, string | null>();
    for (const group of groups.values()) {
      const { listings, byAddress, ...of } = group;
      const { siteId, account, client } = group;
      for (const [address, { opens, queries }] of byAddress) {
        for (const [listingId, { count }] of opens) addCounts(group, [listingId], count);
        for (const { listings, uncounted } of queries.values()) addCounts(group, listings.ids, uncounted);
        const network = account === 0 ? networks.getOrInsertComputed(address, shortNetwork) : "";
        if (network === null) continue;
        const caller = account === 0 ? `network:${network}` : accountCaller(account);
        const by = { siteId, account, client, caller };
        for (const [listingId, use] of opens) batch.opens.push({ ...by, listingId, ...use });
        for (const [written, { at, count, listings }] of queries) {
          const query = texts.getOrInsertComputed(written, queryText);
          if (query === null) continue;
          batch.queries.push({ ...by, query, at, count, results: listings.total, firstTen: listings.ids.slice(0, 10) });
        }
      }
      batch.counts.push({ ...of, listings: Object.fromEntries(listings) });
    }
    return batch;
  }

  async function saveNext(): Promise<void> {
    groupAll();
    typed = new Map();
    if (!unsaved) {
      unsaved = batchOf(waiting);
      waiting = newBatch();
    }
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
      (request: Request, visitor: Visitor, siteId: number): CountListings =>
      (counter, listings, at, query) =>
        countVisit(request, visitor, siteId, counter, listings, at, query),
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

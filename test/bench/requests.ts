import { addWeeks, weekOf } from "#db/values/week.ts";
import { directoryTime, type InventedListing, listingAt, rareWord, vocabulary } from "./listing.ts";
import { below, between, pick, type Random, randomFrom } from "./random.ts";

/** Thousands of different requests of each kind below `/api/v1`. Only tools with `isStored` reuse a response. */

const perKind = 4000;
// In the Zipf-like vocabulary, these words are in more than a tenth or about a hundredth of the listings.
const commonWords = vocabulary.slice(0, 24);
const middlingWords = vocabulary.slice(200, 4000);

function liveListing(random: Random, size: number): InventedListing {
  for (;;) {
    const listing = listingAt(1 + below(random, size), size);
    if (listing.status === "live") return listing;
  }
}

/** A word of a listing's headline and one of its summary, so that a search finds something. */
export function wordsThatMeet(random: Random, size: number): string {
  const { headline, summary } = liveListing(random, size);
  return [headline, summary].map((text) => pick(random, text.toLowerCase().split(" "))).join(" ");
}

const searches = {
  rare: (random: Random, size: number) => ({ q: rareWord(random, size) }),
  common: (random: Random) => ({ q: pick(random, commonWords), page: between(random, 1, 10) }),
  "two words": (random: Random, size: number) => ({ q: wordsThatMeet(random, size) }),
  prefix: (random: Random) => ({ q: pick(random, middlingWords).slice(0, between(random, 3, 5)) }),
};
export type SearchKind = keyof typeof searches;
export const searchKinds = Object.keys(searches) as SearchKind[];

export const searchInputs = (kind: SearchKind, size: number, count = perKind) =>
  repeat(count, 10 + searchKinds.indexOf(kind), (random) => searches[kind](random, size));

export const slugInputs = (size: number, count = perKind) =>
  repeat(count, 20, (random) => ({ slug: liveListing(random, size).slug }));

export const getPaths = (size: number, count = perKind) =>
  slugInputs(size, count).map(({ slug }) => `/listings/${slug}`);

export const searchPaths = (kind: SearchKind, size: number, count = perKind) =>
  searchInputs(kind, size, count).map((input) => `/listings?${queryOf(input)}`);

const boardPeriods = {
  "community-weekly": (random: Random) => addWeeks(weekOf(directoryTime), -below(random, 30)),
  "community-monthly": (random: Random) => `2026-${String(between(random, 5, 11)).padStart(2, "0")}`,
  "community-yearly": () => "2026",
};

export const leaderboardPaths = (count = perKind) =>
  repeat(count, 30, (random) => {
    const board = pick(random, Object.keys(boardPeriods) as (keyof typeof boardPeriods)[]);
    const query = { period: boardPeriods[board](random), page: between(random, 1, 10) };
    return `/leaderboards/${board}?${queryOf(query)}`;
  });

const queryOf = (input: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]));

function repeat<T>(count: number, seed: number, make: (random: Random) => T): T[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => make(random));
}

export const getRequest = (path: string) =>
  `GET /api/v1${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n\r\n`;

/** The measured protocol versions: stateless requests, and requests in a session after initialize. */
export const mcpVersions = ["2026-07-28", "2025-11-25"] as const;
export type McpVersion = (typeof mcpVersions)[number];

/** A JSON-RPC request on the wire. `added` is optional content of `_meta`. */
export function mcpRequest(
  version: McpVersion,
  method: string,
  params: Record<string, unknown>,
  added?: Record<string, unknown>,
): string {
  const isModern = version === "2026-07-28";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const meta = isModern ? { ...envelope, ...added } : added;
  const message = { jsonrpc: "2.0", id: 1, method, params: meta ? { ...params, _meta: meta } : params };
  const body = JSON.stringify(message);
  const modern = isModern ? [`mcp-method: ${method}`, ...("name" in params ? [`mcp-name: ${params.name}`] : [])] : [];
  const head = [
    "POST /mcp HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    `mcp-protocol-version: ${version}`,
    ...modern,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { siteById } from "#db/queries/sites/sites.ts";
import { connect } from "#db/store/connect.ts";
import type { Db } from "#db/store/store.ts";
import { findByMeaning } from "#tools/search/search.ts";
import { directoryTime } from "./listing.ts";
import { median } from "./load.ts";
import { randomFrom } from "./random.ts";
import { wordsThatMeet } from "./requests.ts";
import { siteId } from "./rows.ts";
import { milliseconds, type Row } from "./table.ts";

const searches = 200;
const rounds = 3;
const pairsOfFilters: Record<string, string[]>[] = [
  { has_api: ["yes"], self_hosted: ["yes"] },
  { license: ["MIT"], free_plan: ["yes"] },
  { has_mcp: ["yes"], sso: ["paid"] },
];
const kinds = [
  { what: "two filters", words: 0 },
  { what: "one word and two filters", words: 1 },
  { what: "two words and two filters", words: 2 },
];

/**
 * How much more processor time a search with two filters takes in the largest directory than in the smallest. Searches
 * alternate between the two, so that other load affects both. Their connections have no cache of results.
 */
export async function measureFiltered(folders: ReadonlyMap<number, string>, maxGrowth: number): Promise<Row[]> {
  const sizes = [...folders.keys()].sort((a, b) => a - b);
  const [small, large] = [sizes[0]!, sizes.at(-1)!];
  const directories = await Promise.all([small, large].map((size) => openDirectory(folders.get(size)!, size)));
  const rows: Row[] = [];
  for (const { what, words } of kinds) {
    const times: [number[], number[]] = [[], []];
    const random = randomFrom(40 + words);
    for (let i = 0; i < searches; i++)
      for (const [at, { size, find }] of directories.entries()) {
        const q = wordsThatMeet(random, size).split(" ").slice(0, words).join(" ");
        const facts = pairsOfFilters[i % pairsOfFilters.length]!;
        await find(q, facts);
        const runs: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const before = process.cpuUsage();
          await find(q, facts);
          const { user, system } = process.cpuUsage(before);
          runs.push((user + system) / 1000);
        }
        times[at]!.push(median(runs));
      }
    const [few, many] = times.map(median) as [number, number];
    rows.push({
      what: `processor time of a search, ${what}`,
      listings: large,
      slipway: milliseconds(many),
      comparedWith: `${milliseconds(few)} at ${small.toLocaleString("en")}`,
      ratio: many / few,
      target: { max: maxGrowth },
      notes: "median, without cached results",
    });
  }
  return rows;
}

async function openDirectory(folder: string, size: number) {
  const read = drizzle(connect(join(folder, "slipway.db"), { readonly: true })) as unknown as Db;
  const site = { ...(await siteById(read, siteId))!, listingCount: size } as Parameters<
    typeof findByMeaning
  >[0]["site"];
  const where = { read, site, now: directoryTime };
  const find = (q: string, facts: Record<string, string[]>) =>
    findByMeaning(where, { q: q || undefined, facts, sort: "relevance", limit: 20, offset: 0 });
  return { size, find };
}

import * as z from "zod";
import { exclusions } from "../schema/vocabulary.ts";
import { signature } from "./signature.ts";

const time = z.iso.datetime();

const snapshot = z.strictObject({
  format: z.literal("slipway-ballots/1"),
  site: z.string(),
  week: z.string(),
  starts_at: time,
  /** The exclusive end of the week. */
  ends_at: time,
  /** A voter's pseudonym stays the same within a week and differs from week to week. */
  ballots: z.array(
    z.strictObject({
      voter: z.string(),
      listing_id: z.int(),
      cast_at: time,
      excluded: z.enum(exclusions).nullable(),
    }),
  ),
  /** This week's votes that were cast before ballots were kept. */
  without_ballots: z.array(z.strictObject({ listing_id: z.int(), votes: z.int().min(1), voted_at: time })),
  listings: z.array(
    z.strictObject({
      listing_id: z.int(),
      slug: z.string(),
      /** Only listings that were public when the week closed are ranked. */
      is_live: z.boolean(),
      is_launch: z.boolean(),
      votes: z.int(),
      rank: z.int().nullable(),
      launch_rank: z.int().nullable(),
    }),
  ),
});
export type BallotSnapshot = z.output<typeof snapshot>;

export const signedSnapshot = z.strictObject({
  snapshot,
  signature,
});
export type SignedSnapshot = z.output<typeof signedSnapshot>;

interface Count {
  votes: number;
  lastAt: string;
}

/** Recounts the ballots and returns one sentence for each difference from the published ranks. */
export function recountSnapshot({ ballots, without_ballots, listings, starts_at, ends_at }: BallotSnapshot): string[] {
  const faults: string[] = [];
  const counts = new Map<number, Count>();
  const add = (id: number, votes: number, at: string) => {
    const { votes: before, lastAt } = counts.get(id) ?? { votes: 0, lastAt: "" };
    counts.set(id, { votes: before + votes, lastAt: at > lastAt ? at : lastAt });
  };
  for (const { listing_id, votes, voted_at } of without_ballots) add(listing_id, votes, voted_at);
  const seen = new Set<string>();
  for (const { voter, listing_id, cast_at, excluded } of ballots) {
    const name = `${voter} ${listing_id}`;
    if (seen.has(name)) faults.push(`voter ${voter} has more than one ballot for listing ${listing_id}`);
    seen.add(name);
    if (cast_at < starts_at || cast_at >= ends_at)
      faults.push(`the ballot of voter ${voter} for listing ${listing_id} was not cast in the week`);
    if (excluded === null) add(listing_id, 1, cast_at);
  }
  const known = new Set(listings.map(({ listing_id }) => listing_id));
  for (const id of counts.keys())
    if (!known.has(id)) faults.push(`listing ${id} has votes, but the file does not list it`);
  const order = listings
    .filter(({ is_live, listing_id }) => is_live && counts.has(listing_id))
    .sort((a, b) => before(a.listing_id, b.listing_id, counts));
  const ranks = placesOf(order);
  const launchRanks = placesOf(order.filter(({ is_launch }) => is_launch));
  for (const { listing_id, slug, votes, rank, launch_rank } of listings) {
    const compare = (what: string, published: number | null, counted: number | null) => {
      if (published !== counted)
        faults.push(`${slug}: ${what} ${published ?? "none"} published, ${counted ?? "none"} counted`);
    };
    compare("votes", votes, counts.get(listing_id)?.votes ?? 0);
    compare("rank", rank, ranks.get(listing_id) ?? null);
    compare("rank among the launches", launch_rank, launchRanks.get(listing_id) ?? null);
  }
  return faults;
}

/** Ranks by votes. Listings with equal votes rank by the time when they reached that number, then by id. */
function before(a: number, b: number, counts: Map<number, Count>): number {
  const [one, other] = [counts.get(a)!, counts.get(b)!];
  if (one.votes !== other.votes) return other.votes - one.votes;
  if (one.lastAt !== other.lastAt) return one.lastAt < other.lastAt ? -1 : 1;
  return a - b;
}

const placesOf = (order: { listing_id: number }[]) => new Map(order.map(({ listing_id }, i) => [listing_id, i + 1]));

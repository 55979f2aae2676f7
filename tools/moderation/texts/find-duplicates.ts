import { comparedListings, type DuplicatePair, listingsWithKeys, pairsOf } from "#db/queries/moderation/duplicates.ts";
import type { Db } from "#db/store/store.ts";
import { duplicateKeys, similarityOf } from "./similarity.ts";

/** Returns the pairs with a listing to add and to remove. Dismissed pairs stay as they are. */
export async function duplicateChanges(db: Db, listingId: number) {
  const [own] = await comparedListings(db, [listingId]);
  const stored = await pairsOf(db, listingId);
  const others = own ? await listingsWithKeys(db, own.siteId, own.id, duplicateKeys(own)) : [];
  const found = others.flatMap((other): DuplicatePair[] => {
    const similarity = similarityOf(own!, other);
    const [first, second] = [Math.min(listingId, other.id), Math.max(listingId, other.id)];
    return similarity ? [{ listingId: first, otherId: second, ...similarity }] : [];
  });
  const keyOf = ({ listingId, otherId }: DuplicatePair) => `${listingId} ${otherId}`;
  const present = new Set(found.map(keyOf));
  const known = new Map(stored.map((pair) => [keyOf(pair), pair]));
  return {
    added: found.filter((pair) => {
      const one = known.get(keyOf(pair));
      return !one || (one.dismissedAt === null && (one.reason !== pair.reason || one.score !== pair.score));
    }),
    gone: stored.filter((pair) => pair.dismissedAt === null && !present.has(keyOf(pair))),
  };
}

import { type Db, preparedSql } from "../../store/store.ts";

const weeksQuery = preparedSql<{ week: string }, [number, string, string]>(
  "SELECT week FROM billboard_placements WHERE listing_id = ? AND week BETWEEN ? AND ? ORDER BY week",
);

export const billboardWeeks = async (db: Db, listingId: number, from: string, until: string): Promise<string[]> =>
  (await weeksQuery.all(db, listingId, from, until)).map(({ week }) => week);

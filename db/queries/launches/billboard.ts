import { preparedSql } from "../../store/store.ts";

export const billboardWeeks = preparedSql<{ week: string }, [listingId: number, from: string, until: string]>(
  "SELECT week FROM billboard_placements WHERE listing_id = ? AND week BETWEEN ? AND ? ORDER BY week",
).values;

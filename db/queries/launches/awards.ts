import type { AwardKind } from "../../schema/vocabulary.ts";
import type { Db } from "../../store/store.ts";
import { type CappedPage, cappedPages, type Slice } from "../common/capped-page.ts";

export interface AwardRow {
  id: number;
  kind: AwardKind;
  label: string;
  board: string;
  period: string;
  rank: number;
  listingId: number;
}

export interface AwardFilter {
  siteId: number;
  kind?: AwardKind;
  period?: string;
  listingId?: number;
}

type Kind = AwardKind | null;
const matching = (conditions: string) => `
  SELECT a.id, a.kind, a.label, a.board, a.period, a.rank, a.listing_id AS listingId
  FROM awards a CROSS JOIN listings l ON l.id = a.listing_id AND l.status = 'live'
  WHERE a.site_id = ?1 AND (?2 IS NULL OR a.kind = ?2) ${conditions}
  ORDER BY a.created_at DESC, a.board, a.rank, a.id`;

// There is one statement for each index that can narrow the search.
const allPages = cappedPages<AwardRow, [number, Kind]>(matching(""));
const periodPages = cappedPages<AwardRow, [number, Kind, string]>(matching("AND a.period = ?3"));
const listingPages = cappedPages<AwardRow, [number, Kind, string | null, number]>(
  matching("AND (?3 IS NULL OR a.period = ?3) AND a.listing_id = ?4"),
);

export function awardsPage(db: Db, filter: AwardFilter, slice: Slice): Promise<CappedPage<AwardRow>> {
  const { siteId, kind = null, period, listingId } = filter;
  if (listingId !== undefined) return listingPages(db, [siteId, kind, period ?? null, listingId], slice);
  return period === undefined ? allPages(db, [siteId, kind], slice) : periodPages(db, [siteId, kind, period], slice);
}

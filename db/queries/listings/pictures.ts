import type { Picture } from "../../schema/listing-fields.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { actionsIn } from "../common/audit-log.ts";

/** Returns when the account added pictures, oldest first. */
export const picturesAddedSince = preparedSql<{ at: string }, [accountId: number, since: Date]>(
  `SELECT at FROM changes WHERE account_id = ?1 AND action = ${actionsIn("add_picture")} AND at > ?2 ORDER BY id`,
).values;

const ofSlugsQuery = preparedSql<Picture & { slug: string }, [siteId: number, slugs: readonly string[]]>(`
  SELECT l.slug, p.hash, p.alt, p.width, p.height FROM json_each(?2) j
  JOIN listings l ON l.site_id = ?1 AND l.slug = j.value JOIN listing_pictures p ON p.listing_id = l.id
  ORDER BY l.id, p.position`);

/** Returns the pictures of listings of any status, by slug. */
export const picturesBySlug = async (
  db: Db,
  siteId: number,
  slugs: readonly string[],
): Promise<Map<string, Picture[]>> => Map.groupBy(await ofSlugsQuery.all(db, siteId, slugs), ({ slug }) => slug);

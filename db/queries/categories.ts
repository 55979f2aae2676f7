import { type Db, preparedSql } from "../store.ts";

const idQuery = preparedSql<{ id: number }, [number, string]>(
  "SELECT id FROM categories WHERE site_id = ? AND slug = ?",
);

export async function categoryIdBySlug(db: Db, siteId: number, slug: string): Promise<number | null> {
  return (await idQuery.get(db, siteId, slug))?.id ?? null;
}

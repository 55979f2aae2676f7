import { type Db, preparedSql } from "../../store/store.ts";

const versionQuery = preparedSql<{ data_version: number }, []>("PRAGMA data_version");
const namesQuery = preparedSql<{ names: string }, [number]>(
  `SELECT json_group_array(json_object('id', id, 'slug', slug, 'name', name, 'parent', parent_id)) AS names
  FROM categories WHERE site_id = ?`,
);

/** Differs whenever another connection has changed anything since this one last asked (SQLite, PRAGMA data_version). */
export const dataVersion = async (db: Db): Promise<number> => (await versionQuery.get(db))!.data_version;

/** The categories of a site as JSON, `{id, slug, name, parent}` each: one text, to be compared with an earlier one. */
export const categoryNames = async (db: Db, siteId: number): Promise<string> =>
  (await namesQuery.get(db, siteId))!.names;

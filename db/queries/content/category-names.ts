import { type Db, preparedSql } from "../../store/store.ts";

const versionQuery = preparedSql<{ data_version: number }, []>("PRAGMA data_version");
const namesQuery = preparedSql<{ names: string }, [number]>(
  `SELECT json_group_array(json_object('id', id, 'slug', slug, 'name', name, 'parent', parent_id)) AS names
  FROM categories WHERE site_id = ?`,
);

/** Changes whenever another connection has changed the database since the last call (SQLite, PRAGMA data_version). */
export const dataVersion = async (db: Db): Promise<number> => (await versionQuery.get(db))!.data_version;

export const categoryNames = async (db: Db, siteId: number): Promise<string> =>
  (await namesQuery.get(db, siteId))!.names;

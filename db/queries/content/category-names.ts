import { preparedSql } from "../../store/store.ts";

/** A number that changes when another connection has changed the database since the last call (PRAGMA data_version). */
export const dataVersion = preparedSql<{ data_version: number }, []>("PRAGMA data_version").value;

/** All category names as one string. Callers compare it with an earlier string to detect changes. */
export const categoryNames = preparedSql<{ names: string }, [siteId: number]>(
  `SELECT json_group_array(json_object('id', id, 'slug', slug, 'name', name, 'parent', parent_id)) AS names
  FROM categories WHERE site_id = ?`,
).value;

import { sql } from "drizzle-orm";
import { text } from "drizzle-orm/sqlite-core";

/** An RFC 3339 UTC time with milliseconds, as `Date.prototype.toISOString` writes it: text that sorts by time. */
export const timestamp = (name: string) => text(name);

/** A JSON array column that defaults to an empty array. */
export const jsonArray = <T>(name: string) => text(name, { mode: "json" }).$type<T[]>().notNull().default(sql`'[]'`);

/** A JSON object column from string to string that defaults to an empty object. */
export const jsonLinks = (name: string) =>
  text(name, { mode: "json" }).$type<Record<string, string>>().notNull().default(sql`'{}'`);

/** The body of a CHECK that allows only `values`. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`);

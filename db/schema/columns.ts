import { sql } from "drizzle-orm";
import { text } from "drizzle-orm/sqlite-core";
import type { ApprovalCategory } from "./vocabulary.ts";

/** An RFC 3339 UTC time with milliseconds, as `Date.prototype.toISOString` writes it: text that sorts by time. */
export const timestamp = (name: string) => text(name);

/** A JSON array column that defaults to an empty array. */
export const jsonArray = <T>(name: string) => text(name, { mode: "json" }).$type<T[]>().notNull().default(sql`'[]'`);

/** A JSON object column from string to string that defaults to an empty object. */
export const jsonLinks = (name: string) =>
  text(name, { mode: "json" }).$type<Record<string, string>>().notNull().default(sql`'{}'`);

/** What a person lets an app or key do without asking them again; beyond it, it asks. */
export interface ApprovalPolicy {
  allowed: ApprovalCategory[];
  /** Ids of the listings it may do that to; null for all, later ones too. */
  listings: number[] | null;
  /** Most that the orders it makes in a calendar month (UTC) may come to; null for any amount. */
  monthly: { amount: number; currency: string } | null;
  /** When it ends; null for never. */
  until: string | null;
}

/** Null where all that the scopes cover may be done without asking. */
export const approvalPolicy = () => text("approval_policy", { mode: "json" }).$type<ApprovalPolicy>();

/** The body of a CHECK that allows only `values`. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`);

import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { oneOf, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import { ruleEffects, ruleKinds } from "./vocabulary.ts";

/** Deny and allow lists. AUTOINCREMENT never reuses an id, so the number of rules and the highest id name a state. */
export const abuseRules = sqliteTable(
  "abuse_rules",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null for all sites. */
    siteId: integer("site_id").references(() => sites.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ruleKinds }).notNull(),
    effect: text("effect", { enum: ruleEffects }).notNull(),
    /** In the form that `ruleValue` returns (tools/abuse/shared/rule-value.ts). */
    value: text("value").notNull(),
    note: text("note").notNull().default(""),
    createdBy: integer("created_by").references(() => accounts.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at").notNull(),
    hits: integer("hits").notNull().default(0),
    lastHitAt: timestamp("last_hit_at"),
  },
  (table) => [
    uniqueIndex("abuse_rules_value").on(table.kind, table.value, table.siteId),
    uniqueIndex("abuse_rules_value_everywhere").on(table.kind, table.value).where(sql`${table.siteId} IS NULL`),
    index("abuse_rules_created_by").on(table.createdBy).where(sql`${table.createdBy} IS NOT NULL`),
    check("abuse_rules_kind", oneOf("kind", ruleKinds)),
    check("abuse_rules_effect", oneOf("effect", ruleEffects)),
  ],
);

/** Email addresses that the team has invited to register. */
export const accountInvites = sqliteTable("account_invites", {
  email: text("email").primaryKey(),
  createdAt: timestamp("created_at").notNull(),
  expiresAt: timestamp("expires_at").notNull(),
});

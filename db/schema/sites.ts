import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { jsonArray, oneOf, timestamp } from "./columns.ts";
import { productNames } from "./vocabulary.ts";

/** What a site may set for itself; numbers that are absent take the default of `tools/site/shared/rules.ts`. */
export interface SiteSettings {
  /** How its pages look: a colour such as `#0b7a6f`, and the address of a stored image. */
  look?: { accent?: string; logo?: string };
  /** What its operator says, in plain text, by the names of `tools/site/texts.ts`. */
  texts?: Record<string, string>;
  /** Kinds of product beside those that every site knows, in lines (tools/search/shared/product-types.ts). */
  kinds?: string;
  claims?: { perHour?: number };
  drafts?: { perDay?: number; invitesPerDraft?: number };
  listings?: { updatesPerDay?: number; milestones?: number };
  storyRules?: { minWords?: number; minSections?: number; minSectionWords?: number; minBioCharacters?: number };
  freeQueue?: { placesPerWeek?: number; paidPlacesPerWeek?: number; firstWeekOffset?: number; weeksAhead?: number };
}

export const sites = sqliteTable(
  "sites",
  {
    id: integer("id").primaryKey(),
    key: text("key").notNull().unique(),
    name: text("name").notNull(),
    /** The `Host` that selects this site; null for the default site, which answers every unknown host (index `sites_default` allows one). */
    host: text("host").unique(),
    tagline: text("tagline").notNull().default(""),
    currency: text("currency").notNull().default("EUR"),
    settings: text("settings", { mode: "json" }).$type<SiteSettings>().notNull().default(sql`'{}'`),
    /** Set on the hidden twin of a site where sandbox keys work; no `Host` reaches it. */
    sandboxOf: integer("sandbox_of")
      .unique()
      .references((): AnySQLiteColumn => sites.id),
    /** Live listings, kept by triggers so that the count costs nothing to read. */
    listingCount: integer("listing_count").notNull().default(0),
    /** Founders with a live listing here, kept by triggers. */
    founderCount: integer("founder_count").notNull().default(0),
    /** The last launch week that was opened, and the last month whose awards were given: a stop of weeks is caught up with. */
    openedWeek: text("opened_week"),
    closedMonth: text("closed_month"),
    /** The last change of which the team was told by mail; null until it is told of any. */
    toldChangeId: integer("told_change_id"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    check("sites_currency", sql`length(${table.currency}) = 3 AND ${table.currency} = upper(${table.currency})`),
  ],
);

export const categories = sqliteTable(
  "categories",
  {
    id: integer("id").primaryKey(),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    parentId: integer("parent_id"),
    /** Live listings filed directly here, kept by triggers. */
    listingCount: integer("listing_count").notNull().default(0),
  },
  (table) => [
    uniqueIndex("categories_slug").on(table.siteId, table.slug),
    index("categories_parent").on(table.parentId),
    check("categories_not_own_parent", sql`${table.parentId} IS NULL OR ${table.parentId} <> ${table.id}`),
  ],
);

export const products = sqliteTable(
  "products",
  {
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    product: text("product").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    /** Net price in minor units of the site's currency. */
    price: integer("price").notNull(),
    unlocks: jsonArray<string>("unlocks"),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.product] }),
    check("products_price", sql`${table.price} >= 0`),
    check("products_product", oneOf("product", productNames)),
  ],
);

export const posts = sqliteTable(
  "posts",
  {
    id: integer("id").primaryKey(),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    slug: text("slug").notNull(),
    title: text("title").notNull(),
    excerpt: text("excerpt").notNull(),
    bodyMarkdown: text("body_markdown").notNull(),
    author: text("author").notNull(),
    tags: jsonArray<string>("tags"),
    /** Folded words of title, excerpt, body and tags, for the blog's own search. */
    searchText: text("search_text").notNull(),
    publishedAt: timestamp("published_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("posts_slug").on(table.siteId, table.slug),
    index("posts_published").on(table.siteId, sql`${table.publishedAt} desc`, table.id),
  ],
);

export const interviewQuestions = sqliteTable(
  "interview_questions",
  {
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    id: text("id").notNull(),
    question: text("question").notNull(),
    help: text("help").notNull().default(""),
    required: integer("required", { mode: "boolean" }).notNull().default(false),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

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
import { accounts } from "./accounts.ts";
import { columnsIn, deletedWith, jsonArray, oneOf, refersTo, timestamp } from "./columns.ts";
import { assets, companies } from "./companies.ts";
import { maxPictures } from "./listing-fields.ts";
import { categories, sites } from "./sites.ts";
import { badgeFaults, listingStatuses, type PaidSection, plans, type StorySection } from "./vocabulary.ts";

/** Text that people write for one site. `saveListing` reads and writes each of these columns. */
export const listingTexts = columnsIn("listings");

export const listings = sqliteTable(
  "listings",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: refersTo("site_id", () => sites.id),
    companyId: refersTo("company_id", () => companies.id),
    slug: text("slug").notNull(),
    ...listingTexts,
    status: text("status", { enum: listingStatuses }).notNull().default("draft"),
    statusMessage: text("status_message"),
    statusChangedAt: timestamp("status_changed_at").notNull(),
    plan: text("plan", { enum: plans }).notNull().default("none"),
    unlockedSections: jsonArray<PaidSection>("unlocked_sections"),
    launchWeek: text("launch_week"),
    launchedAt: timestamp("launched_at"),
    /** When the owner chose the free plan. The listing that has waited longest is first in the queue. */
    queuedAt: timestamp("queued_at"),
    /** The account that chose the free plan, and the product's domain (`queueDomain`). Both have a limit of places. */
    queuedBy: integer("queued_by").references(() => accounts.id, { onDelete: "set null" }),
    queuedDomain: text("queued_domain"),
    votes: integer("votes").notNull().default(0),
    /**
     * The time when `votes` reached its current value. If two listings have equal votes, the one with the earlier time
     * ranks higher.
     */
    votedAt: timestamp("voted_at"),
    /** The rank among the launches of its week. It changes with the votes until the week closes. */
    weekRank: integer("week_rank"),
    rating: integer("rating"),
    stars: integer("stars"),
    ratingChange: integer("rating_change"),
    searchKey: integer("search_key"),
    /** The listing to which this merged listing's URLs redirect. It is never merged itself. */
    mergedInto: integer("merged_into").references((): AnySQLiteColumn => listings.id, { onDelete: "set null" }),
    version: integer("version").notNull().default(1),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("listings_slug").on(table.siteId, table.slug),
    uniqueIndex("listings_company").on(table.siteId, table.companyId),
    index("listings_by_company").on(table.companyId),
    index("listings_by_votes").on(table.siteId, table.status, sql`${table.votes} desc`, table.votedAt, table.id),
    index("listings_by_age").on(table.siteId, table.status, sql`${table.createdAt} desc`, sql`${table.id} desc`),
    index("listings_by_rating").on(table.siteId, table.status, sql`${table.rating} desc`, table.id),
    index("listings_by_climb").on(table.siteId, table.status, sql`${table.ratingChange} desc`, table.id),
    index("listings_by_week").on(table.siteId, table.launchWeek, sql`${table.votes} desc`, table.votedAt, table.id),
    index("listings_by_place").on(table.siteId, table.launchWeek, table.status, table.id, table.plan),
    index("listings_queued_by").on(table.queuedBy).where(sql`${table.queuedBy} IS NOT NULL`),
    index("listings_queued_domain").on(table.queuedDomain).where(sql`${table.queuedDomain} IS NOT NULL`),
    index("listings_by_launch").on(table.siteId, table.status, sql`${table.launchedAt} desc`, sql`${table.id} desc`),
    index("listings_merged").on(table.mergedInto).where(sql`${table.mergedInto} IS NOT NULL`),
    // Live listings that are missing from the search index. There are some only after a migration has emptied it. They
    // are indexed at startup (db/queries/sites/check.ts).
    index("listings_unindexed").on(table.votes).where(sql`status = 'live' AND search_key IS NULL`),
    check("listings_status", oneOf("status", listingStatuses)),
    check("listings_plan", oneOf("plan", plans)),
    check("listings_votes", sql`${table.votes} BETWEEN 0 AND 1048576`),
    check("listings_rating", sql`${table.rating} IS NULL OR ${table.rating} BETWEEN 0 AND 100`),
    check(
      "listings_week",
      sql`${table.launchWeek} IS NULL OR ${table.launchWeek} GLOB '[0-9][0-9][0-9][0-9]-W[0-9][0-9]'`,
    ),
  ],
);

/** The table is WITHOUT ROWID (migration 0006), which Drizzle cannot express. */
export const listingCategories = sqliteTable(
  "listing_categories",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    categoryId: refersTo("category_id", () => categories.id),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.categoryId] }),
    index("listing_categories_category").on(table.categoryId),
  ],
);

/**
 * A live listing's card as the JSON that responses contain (db/queries/search/stored-cards.ts). Triggers delete a row
 * when one of its values changes. A listing without a stored card is read in full.
 */
export const listingCards = sqliteTable("listing_cards", {
  listingId: integer("listing_id")
    .primaryKey()
    .references(() => listings.id, { onDelete: "cascade" }),
  facts: text("facts").notNull(),
  logoHash: text("logo_hash"),
  offer: text("offer").notNull(),
  state: text("state").notNull(),
  votes: integer("votes").notNull().default(0),
  weekRank: integer("week_rank"),
});

/** The table is WITHOUT ROWID (migration 0006). */
export const listingTags = sqliteTable(
  "listing_tags",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    tag: text("tag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.tag] }), index("listing_tags_tag").on(table.tag)],
);

/** A listing's pictures in the order of its page. The table is WITHOUT ROWID (migration 0047). */
export const listingPictures = sqliteTable(
  "listing_pictures",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    position: integer("position").notNull(),
    hash: text("hash")
      .notNull()
      .references(() => assets.hash),
    alt: text("alt").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.position] }),
    uniqueIndex("listing_pictures_hash").on(table.hash, table.listingId),
    check("listing_pictures_position", sql.raw(`position BETWEEN 0 AND ${maxPictures - 1}`)),
  ],
);

export const listingUpdates = sqliteTable(
  "listing_updates",
  {
    id: integer("id").primaryKey(),
    listingId: deletedWith("listing_id", () => listings.id),
    title: text("title").notNull(),
    body: text("body").notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    index("listing_updates_listing").on(table.listingId, sql`${table.createdAt} desc`),
    index("listing_updates_latest").on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
  ],
);

export const milestones = sqliteTable(
  "milestones",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    listingId: deletedWith("listing_id", () => listings.id),
    date: text("date").notNull(),
    title: text("title").notNull(),
    description: text("description"),
    url: text("url"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    index("milestones_listing").on(table.listingId, sql`${table.date} desc`),
    check("milestones_date", sql`${table.date} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
    check("milestones_url", sql`${table.url} IS NULL OR ${table.url} LIKE 'https://%'`),
  ],
);

export const stories = sqliteTable("stories", {
  listingId: integer("listing_id")
    .primaryKey()
    .references(() => listings.id, { onDelete: "cascade" }),
  title: text("title").notNull().default(""),
  sections: text("sections", { mode: "json" })
    .$type<Partial<Record<StorySection, string>>>()
    .notNull()
    .default(sql`'{}'`),
  /** Whether the text meets the site's rules. Publication also requires a complete profile and the launch. */
  isWhole: integer("is_whole", { mode: "boolean" }).notNull().default(false),
  /** When the story was first published. The time is kept while the listing is not live. */
  publishedAt: timestamp("published_at"),
  updatedAt: timestamp("updated_at").notNull(),
});

export const badgeChecks = sqliteTable(
  "badge_checks",
  {
    listingId: integer("listing_id")
      .primaryKey()
      .references(() => listings.id, { onDelete: "cascade" }),
    isFound: integer("is_found", { mode: "boolean" }).notNull().default(false),
    fault: text("fault", { enum: badgeFaults }),
    detail: text("detail"),
    checkedAt: timestamp("checked_at"),
    misses: integer("misses").notNull().default(0),
    /** When the owners were warned and their grace period started. */
    warnedAt: timestamp("warned_at"),
  },
  () => [check("badge_checks_fault", oneOf("fault", badgeFaults))],
);

export const listingAlternatives = sqliteTable(
  "listing_alternatives",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    alternativeId: deletedWith("alternative_id", () => listings.id),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.alternativeId] }),
    check("listing_alternatives_other", sql`${table.listingId} <> ${table.alternativeId}`),
  ],
);

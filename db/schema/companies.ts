import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { columnsIn, deletedWith, jsonArray, jsonLinks, oneOf, refersTo, timestamp } from "./columns.ts";
import type { FactSources, FormerPrice } from "./listing-fields.ts";
import { sites } from "./sites.ts";
import { claimMethods, pricingModels } from "./vocabulary.ts";

/** Images that we serve. Each is named by the SHA-256 hash of its bytes, so caches may keep it permanently. */
export const assets = sqliteTable("assets", {
  hash: text("hash").primaryKey(),
  contentType: text("content_type").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
  createdAt: timestamp("created_at").notNull(),
});

/** The facts that people write about a company. `saveCompany` reads and writes each of these columns. */
export const companyFacts = {
  ...columnsIn("companies"),
  factSources: text("fact_sources", { mode: "json" }).$type<FactSources>().notNull().default(sql`'{}'`),
  priceHistory: jsonArray<FormerPrice>("price_history"),
  url: text("url").notNull(),
  logoHash: text("logo_hash").references(() => assets.hash),
};

export const companies = sqliteTable(
  "companies",
  {
    id: integer("id").primaryKey(),
    ...companyFacts,
    /** The URL without its scheme, `www.`, trailing slash and tracking parameters. It identifies the company. */
    urlKey: text("url_key").notNull().unique(),
    /** The registrable domain to which a Domain Rating applies; null on a shared host such as a code forge. */
    domain: text("domain"),
    verifiedMethod: text("verified_method", { enum: claimMethods }),
    verifiedAt: timestamp("verified_at"),
    verifiedUntil: timestamp("verified_until"),
    /** A screenshot of the company's home page that the owner allowed us to show. */
    screenshotHash: text("screenshot_hash").references(() => assets.hash),
    seenAt: timestamp("seen_at"),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    index("companies_domain").on(table.domain),
    index("companies_logo").on(table.logoHash).where(sql`${table.logoHash} IS NOT NULL`),
    index("companies_screenshot").on(table.screenshotHash).where(sql`${table.screenshotHash} IS NOT NULL`),
    index("companies_by_verification")
      .on(sql`${table.verifiedAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.verifiedAt} IS NOT NULL`),
    check("companies_pricing", sql`${table.pricing} IS NULL OR ${oneOf("pricing", pricingModels)}`),
    check("companies_verified", sql`${table.verifiedMethod} IS NULL OR ${oneOf("verified_method", claimMethods)}`),
    check("companies_url", sql`${table.url} LIKE 'https://%' OR ${table.url} LIKE 'http://%'`),
  ],
);

/** Domain Ratings as published by a named source on a date, never our own estimates. The table is WITHOUT ROWID. */
export const domainRatings = sqliteTable(
  "domain_ratings",
  {
    domain: text("domain").primaryKey(),
    value: integer("value").notNull(),
    source: text("source").notNull(),
    checkedAt: timestamp("checked_at").notNull(),
    previousValue: integer("previous_value"),
  },
  (table) => [
    check("domain_ratings_value", sql`${table.value} BETWEEN 0 AND 100`),
    check("domain_ratings_previous", sql`${table.previousValue} IS NULL OR ${table.previousValue} BETWEEN 0 AND 100`),
  ],
);

/** Each month's last rating, with the source used at that time, for the history. The table is WITHOUT ROWID. */
export const domainRatingMonths = sqliteTable(
  "domain_rating_months",
  {
    domain: text("domain").notNull(),
    month: text("month").notNull(),
    value: integer("value").notNull(),
    source: text("source").notNull(),
    checkedAt: timestamp("checked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.month] }),
    check("domain_rating_months_value", sql`${table.value} BETWEEN 0 AND 100`),
  ],
);

export const founders = sqliteTable(
  "founders",
  {
    id: integer("id").primaryKey(),
    /** The id in the change feed. A trigger sets it. It is random, so that it says nothing about an erased founder. */
    feedId: integer("feed_id").unique(),
    /** True if the profile is in the nightly files of public data. */
    inDataSet: integer("in_data_set", { mode: "boolean" }).notNull().default(false),
    /** The time when the person last left these files. */
    leftDataSetAt: timestamp("left_data_set_at"),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    photoHash: text("photo_hash").references(() => assets.hash),
    bio: text("bio").notNull().default(""),
    links: jsonLinks("links"),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [index("founders_photo").on(table.photoHash).where(sql`${table.photoHash} IS NOT NULL`)],
);

/** The table is WITHOUT ROWID (migration 0006). */
export const companyFounders = sqliteTable(
  "company_founders",
  {
    companyId: deletedWith("company_id", () => companies.id),
    founderId: deletedWith("founder_id", () => founders.id),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.founderId] }),
    index("company_founders_founder").on(table.founderId),
  ],
);

/** Founders with a live listing on a site. Triggers update this table for the site's list of founders. */
export const siteFounders = sqliteTable(
  "site_founders",
  {
    siteId: refersTo("site_id", () => sites.id),
    founderId: deletedWith("founder_id", () => founders.id),
    name: text("name").notNull(),
    /** The number of live listings of the founder's companies on the site. A row whose number becomes 0 is deleted. */
    listingCount: integer("listing_count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.founderId] }),
    index("site_founders_by_name").on(table.siteId, sql`${table.name} collate nocase`, table.founderId),
    index("site_founders_founder").on(table.founderId),
  ],
);

export const interviewAnswers = sqliteTable(
  "interview_answers",
  {
    founderId: deletedWith("founder_id", () => founders.id),
    questionId: text("question_id").notNull(),
    answer: text("answer").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.founderId, table.questionId] }),
    check("interview_answers_answer", sql`${table.answer} <> ''`),
  ],
);

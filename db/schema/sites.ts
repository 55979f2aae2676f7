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
import { jsonArray, oneOf, refersTo, timestamp } from "./columns.ts";
import { productNames, type RegistrationMode, type ReviewMode } from "./vocabulary.ts";

/** Who may register and submit, each with the team's own sentence. Registration counts only on the default site. */
export interface SiteAccess {
  registration?: RegistrationMode;
  registrationSentence?: string;
  submissions?: "open" | "closed";
  submissionsSentence?: string;
}

/** A site's settings. A missing number has the default from `tools/site/shared/rules.ts`. */
export interface SiteSettings {
  /** Colours such as `#0b7a6f`, and the hash of a stored image. */
  look?: { accent?: string; logo?: string; mailBackground?: string };
  /** The operator's links in the header and footer, one per line (tools/site/shared/navigation.ts). */
  navigation?: { header?: string; footer?: string };
  /** Markdown by the path of its page, such as `imprint` or `pages/faq`. */
  texts?: Record<string, string>;
  /** When each text last changed. */
  textDates?: Record<string, string>;
  access?: SiteAccess;
  /** Product types in addition to the built-in ones, one per line (tools/search/shared/product-types.ts). */
  kinds?: string;
  /** Review before launch, and the hours within which the team expects to decide. */
  review?: { mode?: ReviewMode; hours?: number };
  claims?: { perHour?: number };
  drafts?: { perDay?: number; invitesPerDraft?: number };
  listings?: { updatesPerDay?: number; milestones?: number };
  /** 0: the links of all listings are nofollow. */
  links?: { followed?: number };
  /** The licence of the nightly files of public data. Without it, there are none. */
  data?: { licence?: string };
  /** 1: listings show how often they were seen this month. */
  insights?: { shown?: number };
  /** 1: search engines are notified of new, changed and removed pages. */
  searchEngines?: { notified?: number };
  /** While they are notified: the site's key, and the position of the change feed that they reached, with its time. */
  indexNow?: { key: string; seq: number; at: string };
  storyRules?: { minWords?: number; minSections?: number; minSectionWords?: number; minBioCharacters?: number };
  freeQueue?: {
    placesPerWeek?: number;
    paidPlacesPerWeek?: number;
    firstWeekOffset?: number;
    weeksAhead?: number;
    perAccount?: number;
    perDomain?: number;
  };
}

export const sites = sqliteTable(
  "sites",
  {
    id: integer("id").primaryKey(),
    key: text("key").notNull().unique(),
    name: text("name").notNull(),
    /** Null for the default site, which serves every unknown `Host`. The index `sites_default` allows only one. */
    host: text("host").unique(),
    tagline: text("tagline").notNull().default(""),
    currency: text("currency").notNull().default("EUR"),
    settings: text("settings", { mode: "json" }).$type<SiteSettings>().notNull().default(sql`'{}'`),
    sandboxOf: integer("sandbox_of")
      .unique()
      .references((): AnySQLiteColumn => sites.id),
    /** The number of live listings. Triggers update it, so that reading the count costs nothing. */
    listingCount: integer("listing_count").notNull().default(0),
    /** The number of founders with a live listing on the site. Triggers update it. */
    founderCount: integer("founder_count").notNull().default(0),
    /** The last opened week and the last month with awards. After downtime, the server catches up from there. */
    openedWeek: text("opened_week"),
    closedMonth: text("closed_month"),
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
    siteId: refersTo("site_id", () => sites.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    parentId: integer("parent_id"),
    /** The number of live listings directly in this category. Triggers update it. */
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
    siteId: refersTo("site_id", () => sites.id),
    product: text("product").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    /** The net price in minor units of the site's currency. */
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
    siteId: refersTo("site_id", () => sites.id),
    slug: text("slug").notNull(),
    title: text("title").notNull(),
    excerpt: text("excerpt").notNull(),
    bodyMarkdown: text("body_markdown").notNull(),
    author: text("author").notNull(),
    tags: jsonArray<string>("tags"),
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
    siteId: refersTo("site_id", () => sites.id),
    id: text("id").notNull(),
    question: text("question").notNull(),
    help: text("help").notNull().default(""),
    required: integer("required", { mode: "boolean" }).notNull().default(false),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

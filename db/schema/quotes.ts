import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { jsonArray, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import type { ProductName, TaxTreatment, VatIdStatus } from "./vocabulary.ts";

/** One position of an order, priced. Amounts are minor units of the currency, rates basis points. */
export interface PricedLine {
  product: ProductName;
  listing_id: number;
  /** Consecutive billboard weeks; otherwise 1. */
  quantity: number;
  /** Of a launch, or the first one on the billboard; null for a launch at once, and where weeks mean nothing. */
  launch_week: string | null;
  net: number;
  vat_rate_bp: number;
  vat: number;
  gross: number;
}

/** What decides about VAT; codes of ISO 3166-1 alpha-2. */
export interface BillingFacts {
  country: string;
  /** As VIES writes it: prefix and number, without spaces. */
  vat_id: string | null;
  company: string | null;
  postcode: string | null;
}

/** The answer of VIES about a VAT id, kept as evidence. */
export interface VatConsultation {
  status: "valid" | "invalid" | "unavailable";
  /** Of the member state that was asked; null where it gave none, or our own id was not sent along. */
  number: string | null;
  /** What its register holds; null where it does not say. */
  name: string | null;
  address: string | null;
  asked_at: string;
}

/** What was decided about VAT, and what from. */
export interface TaxDecision {
  treatment: TaxTreatment;
  reason: string;
  vat_id_status: VatIdStatus;
  /** Where the supply is taxed, as the return names it: a country, `GR` not `EL`; null where none of the EU is. */
  tax_country: string | null;
  /** The territory with rules of its own that the postcode lies in, such as `Canary Islands`. */
  territory: string | null;
  consultation: VatConsultation | null;
}

/** A price that holds until it expires: what is ordered by it costs exactly this. */
export const quotes = sqliteTable(
  "quotes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The site, or its hidden sandbox for a sandbox key. */
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    currency: text("currency").notNull(),
    lines: jsonArray<PricedLine>("lines"),
    billing: text("billing", { mode: "json" }).$type<BillingFacts>().notNull(),
    tax: text("tax", { mode: "json" }).$type<TaxDecision>().notNull(),
    net: integer("net").notNull(),
    vat: integer("vat").notNull(),
    gross: integer("gross").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [
    index("quotes_account").on(table.accountId, table.id),
    index("quotes_expiry").on(table.expiresAt),
    check("quotes_sum", sql`${table.net} >= 0 AND ${table.vat} >= 0 AND ${table.gross} = ${table.net} + ${table.vat}`),
  ],
);

/** Whom an account's orders are billed to; the last that was saved. */
export const billingDetails = sqliteTable(
  "billing_details",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The person or the contact. */
    name: text("name").notNull(),
    company: text("company"),
    street: text("street").notNull(),
    postcode: text("postcode"),
    city: text("city").notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text("country").notNull(),
    vatId: text("vat_id"),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    check("billing_details_country", sql`length(${table.country}) = 2 AND ${table.country} = upper(${table.country})`),
  ],
);

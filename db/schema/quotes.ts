import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, jsonArray, refersTo, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import type { ProductName, TaxTreatment, VatIdStatus } from "./vocabulary.ts";

/** A priced line of an order. Amounts are minor units of the currency, rates basis points. */
export interface PricedLine {
  product: ProductName;
  listing_id: number;
  /** Consecutive billboard weeks; otherwise 1. */
  quantity: number;
  /** Week of a launch, or first billboard week; null for an immediate launch and for products without weeks. */
  launch_week: string | null;
  net: number;
  vat_rate_bp: number;
  vat: number;
  gross: number;
}

/** The facts that decide the VAT. Countries are ISO 3166-1 alpha-2. */
export interface BillingFacts {
  country: string;
  /** As VIES writes it: prefix and number, without spaces. */
  vat_id: string | null;
  company: string | null;
  postcode: string | null;
}

/** The response of VIES about a VAT ID, kept as evidence. */
export interface VatConsultation {
  status: "valid" | "invalid" | "unavailable";
  /** Consultation number of the member state; null if it gave none, or if our own VAT ID was not sent. */
  number: string | null;
  name: string | null;
  address: string | null;
  asked_at: string;
}

export interface TaxDecision {
  treatment: TaxTreatment;
  reason: string;
  vat_id_status: VatIdStatus;
  /** Country of taxation as the VAT return names it, `GR` instead of `EL`; null if outside the EU. */
  tax_country: string | null;
  territory: string | null;
  consultation: VatConsultation | null;
}

export const quotes = sqliteTable(
  "quotes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    siteId: refersTo("site_id", () => sites.id),
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

export const billingDetails = sqliteTable(
  "billing_details",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
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

import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, jsonArray, refersTo, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import type { ProductName, TaxTreatment, VatIdStatus } from "./vocabulary.ts";

/** A priced line of an order. Amounts are in minor units of the currency and rates in basis points. */
export interface PricedLine {
  product: ProductName;
  listing_id: number;
  /** The number of consecutive billboard weeks; 1 for other products. */
  quantity: number;
  /** The launch week or first billboard week. Null for an immediate launch and for products without weeks. */
  launch_week: string | null;
  net: number;
  vat_rate_bp: number;
  vat: number;
  gross: number;
}

/** The facts that determine the VAT. Countries are ISO 3166-1 alpha-2 codes. */
export interface BillingFacts {
  country: string;
  /** The VAT ID as VIES writes it: the prefix and number, without spaces. */
  vat_id: string | null;
  company: string | null;
  postcode: string | null;
}

/** The response from VIES about a VAT ID, kept as evidence. */
export interface VatConsultation {
  status: "valid" | "invalid" | "unavailable";
  /** The member state's consultation number; null if it gave none, or if our own VAT ID was not sent. */
  number: string | null;
  name: string | null;
  address: string | null;
  asked_at: string;
}

export interface TaxDecision {
  treatment: TaxTreatment;
  reason: string;
  vat_id_status: VatIdStatus;
  /** The EU country in which the seller declares the VAT (`GR`, not `EL`). Null if the seller charges no VAT. */
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
    /** An ISO 3166-1 alpha-2 code. */
    country: text("country").notNull(),
    vatId: text("vat_id"),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    check("billing_details_country", sql`length(${table.country}) = 2 AND ${table.country} = upper(${table.country})`),
  ],
);

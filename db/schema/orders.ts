import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { oneOf, refersTo, timestamp } from "./columns.ts";
import type { TaxDecision } from "./quotes.ts";
import {
  invoiceKinds,
  type ListingStatus,
  orderStatuses,
  type PaidSection,
  type Plan,
  paymentProviders,
  productNames,
} from "./vocabulary.ts";

export interface BillTo {
  name: string;
  company: string | null;
  street: string;
  postcode: string | null;
  city: string;
  /** An ISO 3166-1 alpha-2 code. */
  country: string;
  vatId: string | null;
}

/** Evidence of a customer's location (Regulation 282/2011, article 24f), kept with the order. */
export interface PlaceEvidence {
  kind: "billing_address" | "ip_address" | "payment_country";
  value: string;
  at: string;
}

/** The changes made to fulfil an order line, so that a refund can reverse them. */
export type LineEffect =
  | {
      kind: "launch";
      week: string | null;
      before: { plan: Plan; status: ListingStatus; launchWeek: string | null; isLaunched: boolean };
    }
  | { kind: "billboard"; weeks: string[] }
  | { kind: "sections"; added: PaidSection[] };

/** `id` is the id that the provider gave the dispute or refund. */
export interface Reversal {
  id: string;
  /** A lost dispute takes `amount` from the seller; after a failed refund, the seller still has `amount`. */
  kind: "dispute" | "failed_refund";
  amount: number;
  at: string;
}

/** Orders are kept for audits when the account or the site is deleted. `billing` contains the buyer's details. */
export const orders = sqliteTable(
  "orders",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** An order number such as `SW-2026-000123`. Gaps are allowed. */
    number: text("number").notNull().unique(),
    year: integer("year").notNull(),
    sequence: integer("sequence").notNull(),
    /** The id of the site or its sandbox. There is no foreign key. */
    siteId: integer("site_id").notNull(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    email: text("email").notNull(),
    isTest: integer("is_test", { mode: "boolean" }).notNull().default(false),
    status: text("status", { enum: orderStatuses }).notNull().default("pending"),
    statusMessage: text("status_message"),
    /** The way the order was placed, as in the audit log (`browser`, `key:12`, `app:…`); null for the oldest orders. */
    via: text("via"),
    currency: text("currency").notNull(),
    billing: text("billing", { mode: "json" }).$type<BillTo>(),
    tax: text("tax", { mode: "json" }).$type<TaxDecision>(),
    net: integer("net").notNull(),
    vat: integer("vat"),
    gross: integer("gross"),
    evidence: text("evidence", { mode: "json" }).$type<PlaceEvidence[]>().notNull().default(sql`'[]'`),
    /** The payment link's secret, sealed (db/keys/sealed-text.ts), because the link shows the billing details. */
    linkSecret: text("link_secret").notNull(),
    provider: text("provider", { enum: paymentProviders }).notNull(),
    sessionId: text("session_id").unique(),
    paymentId: text("payment_id"),
    reversals: text("reversals", { mode: "json" }).$type<Reversal[]>().notNull().default(sql`'[]'`),
    /** When a person placed the order with an obligation to pay and asked for immediate performance. */
    confirmedAt: timestamp("confirmed_at"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    paidAt: timestamp("paid_at"),
    fulfilledAt: timestamp("fulfilled_at"),
    /** When the buyer withdrew from the order (Directive 2011/83/EU, article 11). */
    withdrawnAt: timestamp("withdrawn_at"),
    endedAt: timestamp("ended_at"),
  },
  (table) => [
    uniqueIndex("orders_sequence").on(table.year, table.sequence),
    index("orders_account").on(table.accountId, table.id),
    index("orders_open").on(table.expiresAt).where(sql`${table.status} = 'pending'`),
    index("orders_payment").on(table.paymentId).where(sql`${table.paymentId} IS NOT NULL`),
    index("orders_paid").on(table.paidAt).where(sql`${table.paidAt} IS NOT NULL`),
    check("orders_status", oneOf("status", orderStatuses)),
    check("orders_provider", oneOf("provider", paymentProviders)),
    check(
      "orders_sum",
      sql`${table.net} >= 0 AND (${table.vat} IS NULL) = (${table.gross} IS NULL)
        AND (${table.vat} IS NULL OR (${table.vat} >= 0 AND ${table.gross} = ${table.net} + ${table.vat}))`,
    ),
  ],
);

export const orderLines = sqliteTable(
  "order_lines",
  {
    orderId: refersTo("order_id", () => orders.id),
    position: integer("position").notNull(),
    product: text("product", { enum: productNames }).notNull(),
    name: text("name").notNull(),
    /** There is no foreign key, because the order outlives the listing. */
    listingId: integer("listing_id").notNull(),
    quantity: integer("quantity").notNull(),
    /** The launch week or first billboard week. Null for an immediate launch and for products without weeks. */
    launchWeek: text("launch_week"),
    /** The week in which an open order for a launch holds a paid place. */
    heldWeek: text("held_week"),
    net: integer("net").notNull(),
    vatRateBp: integer("vat_rate_bp"),
    vat: integer("vat"),
    gross: integer("gross"),
    effect: text("effect", { mode: "json" }).$type<LineEffect>(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index("order_lines_listing").on(table.listingId, table.product),
    index("order_lines_held").on(table.heldWeek).where(sql`${table.heldWeek} IS NOT NULL`),
  ],
);

export const paymentEvents = sqliteTable(
  "payment_events",
  {
    provider: text("provider", { enum: paymentProviders }).notNull(),
    eventId: text("event_id").notNull(),
    type: text("type").notNull(),
    orderNumber: text("order_number"),
    receivedAt: timestamp("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

/** Invoices and credit notes, numbered without gaps for each year and seller. They are never changed or deleted. */
export const invoices = sqliteTable(
  "invoices",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    orderId: refersTo("order_id", () => orders.id),
    kind: text("kind", { enum: invoiceKinds }).notNull(),
    /** The seller's VAT ID or name. Test orders have a series of their own. */
    series: text("series").notNull(),
    year: integer("year").notNull(),
    sequence: integer("sequence").notNull(),
    number: text("number").notNull(),
    issuedAt: timestamp("issued_at").notNull(),
    /** The complete content (tools/orders/documents/invoice-document.ts), so that the document never changes. */
    document: text("document", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    uniqueIndex("invoices_sequence").on(table.series, table.year, table.sequence),
    uniqueIndex("invoices_number").on(table.series, table.number),
    index("invoices_order").on(table.orderId, table.id),
    index("invoices_issued").on(table.issuedAt),
    check("invoices_kind", oneOf("kind", invoiceKinds)),
  ],
);

/** Exchange rates for the euro, as published by the European Central Bank and imported by the operator. */
export const exchangeRates = sqliteTable(
  "exchange_rates",
  {
    /** An ISO 4217 code. */
    currency: text("currency").notNull(),
    day: text("day").notNull(),
    /** Units of the currency per euro, as published, for example `1.0832`. */
    rate: text("rate").notNull(),
    source: text("source").notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
);

import { feedTriggers } from "./feed-triggers.ts";
import { fieldNames, fieldOf, type ListingField } from "./listing-fields.ts";
import { webhookTriggers } from "./webhook-triggers.ts";

type Table = ListingField["in"];

const columnsOf = (table: Table, isMeant: (field: ListingField) => boolean) =>
  fieldNames.filter((name) => {
    const field = fieldOf[name];
    return field.in === table && field.kind !== "special" && isMeant(field);
  });

const scannedColumns = (table: Table) => columnsOf(table, ({ scanned }) => scanned === true);
// Duplicates are also found by the website.
const checkedColumns = ["url", ...scannedColumns("companies")];
const cardColumns = (table: Table) => columnsOf(table, ({ shown }) => shown === "card");

interface Update {
  on: Table;
  of: readonly string[];
  when?: string;
  run: string;
}

const updates: Record<string, Update> = {
  listings_texts_update: {
    on: "listings",
    of: scannedColumns("listings"),
    run: "INSERT INTO texts_to_check (source, source_id) VALUES ('listing', new.id)",
  },
  companies_texts_update: {
    on: "companies",
    of: checkedColumns,
    when: checkedColumns.map((column) => `old.${column} IS NOT new.${column}`).join(" OR "),
    run: "INSERT INTO texts_to_check (source, source_id) SELECT 'listing', id FROM listings WHERE company_id = new.id",
  },
  listings_cards_update: {
    on: "listings",
    of: [
      ...["company_id", "slug", "status", "plan", "launch_week", "rating", "created_at", "updated_at"],
      ...cardColumns("listings"),
    ],
    run: "DELETE FROM listing_cards WHERE listing_id = new.id",
  },
  companies_cards_update: {
    on: "companies",
    of: ["domain", "url", "logo_hash", "verified_method", "verified_until", ...cardColumns("companies")],
    run: "DELETE FROM listing_cards WHERE listing_id IN (SELECT id FROM listings WHERE company_id = new.id)",
  },
};

/** The SQL statement that creates each trigger, by name. `bun run migration` writes those that have changed. */
export const triggers = new Map<string, string>([
  ...Object.entries(updates).map(
    ([name, { on, of, when, run }]) =>
      [
        name,
        `CREATE TRIGGER ${name} AFTER UPDATE OF ${of.join(", ")} ON ${on}${when ? `\nWHEN ${when}` : ""} BEGIN\n  ${run};\nEND`,
      ] as const,
  ),
  ...[...feedTriggers, ...webhookTriggers].map(([name, rest]) => [name, `CREATE TRIGGER ${name} ${rest}`] as const),
]);

import { fieldNames, fieldOf, type ListingField } from "./listing-fields.ts";

// The time of an entry is informative only, and a trigger knows no other clock.
const now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
const insert = "INSERT INTO feed (site_id, kind, record_id, at)";
const listings = (where: string) =>
  `${insert} SELECT l.site_id, 'listing', l.id, ${now} FROM listings l WHERE l.status = 'live' AND ${where};`;
const founders = (where: string) =>
  `${insert} SELECT s.site_id, 'founder', f.feed_id, ${now} FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE ${where};`;
const founderOn = (row: "new" | "old") =>
  `${insert} SELECT ${row}.site_id, 'founder', feed_id, ${now} FROM founders WHERE id = ${row}.founder_id;`;
const record = (kind: string, row: "new" | "old") => `${insert} VALUES (${row}.site_id, '${kind}', ${row}.id, ${now});`;

const fieldsIn = (table: ListingField["in"]) =>
  fieldNames.filter((name) => fieldOf[name].in === table && fieldOf[name].kind !== "special");
const listingColumns = [
  ...["company_id", "slug", "status", "plan", "unlocked_sections", "launch_week", "votes", "week_rank", "rating"],
  ...["version", "created_at", "updated_at", ...fieldsIn("listings")],
];
const companyColumns = [
  ...["domain", "url", "logo_hash", "verified_method", "verified_until", "fact_sources", "price_history"],
  ...fieldsIn("companies"),
];

type Entries = (row: "new" | "old") => string;

/** Triggers for each event of a table. `when` may use `new`; it is rewritten for a deletion. */
function each(table: string, entries: Entries, { when = "" } = {}): [string, string][] {
  return (["insert", "update", "delete"] as const).map((event) => {
    const row = event === "delete" ? "old" : "new";
    const condition = [...(event === "insert" ? [] : ["old"]), ...(event === "delete" ? [] : ["new"])]
      .map((one) => when.replaceAll("$", one))
      .join(" OR ");
    return [
      `${table}_feed_${event}`,
      `AFTER ${event.toUpperCase()} ON ${table}${when && ` WHEN ${condition}`} BEGIN\n  ${entries(row)}\nEND`,
    ];
  });
}

const ofListing: Entries = (row) => listings(`l.id = ${row}.listing_id`);
const ofCompany: Entries = (row) =>
  `${listings(`l.company_id = ${row}.company_id`)} ${founders(`s.founder_id = ${row}.founder_id`)}`;

/** The event, the table and the statements of each trigger, by name. Each public value is in one of them. */
export const feedTriggers: readonly (readonly [name: string, rest: string])[] = [
  // A record has one entry. `seq` never repeats, because the table has AUTOINCREMENT.
  [
    "feed_replace",
    "BEFORE INSERT ON feed BEGIN\n  DELETE FROM feed WHERE site_id = new.site_id AND kind = new.kind AND record_id = new.record_id;\nEND",
  ],
  // A founder's record names the products of their companies.
  [
    "feed_founders",
    `AFTER INSERT ON feed WHEN new.kind = 'listing' BEGIN
  ${insert} SELECT s.site_id, 'founder', f.feed_id, ${now} FROM listings l
    CROSS JOIN company_founders c ON c.company_id = l.company_id CROSS JOIN founders f ON f.id = c.founder_id
    CROSS JOIN site_founders s ON s.founder_id = f.id WHERE l.id = new.record_id;
END`,
  ],
  [
    "listings_feed_insert",
    `AFTER INSERT ON listings WHEN new.status = 'live' BEGIN\n  ${record("listing", "new")}\nEND`,
  ],
  [
    "listings_feed_update",
    `AFTER UPDATE OF ${listingColumns.join(", ")} ON listings WHEN 'live' IN (old.status, new.status) BEGIN\n  ${record("listing", "new")}\nEND`,
  ],
  [
    "listings_feed_delete",
    `BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN\n  ${record("listing", "old")}\nEND`,
  ],
  [
    "companies_feed_update",
    `AFTER UPDATE OF ${companyColumns.join(", ")} ON companies BEGIN\n  ${listings("l.company_id = new.id")}\nEND`,
  ],
  ...["listing_categories", "listing_tags", "listing_pictures", "listing_updates", "milestones"].flatMap((table) =>
    each(table, ofListing),
  ),
  ...each("stories", ofListing, { when: "$.published_at IS NOT NULL" }),
  ...each("ballots", ofListing, { when: "$.excluded IS NOT NULL" }),
  ...each("domain_ratings", (row) =>
    listings(`l.company_id IN (SELECT id FROM companies WHERE domain = ${row}.domain)`),
  ),
  ...each("company_founders", ofCompany),
  ...each("interview_answers", (row) => founders(`s.founder_id = ${row}.founder_id`)),
  [
    "founders_feed_id",
    "AFTER INSERT ON founders WHEN new.feed_id IS NULL BEGIN\n  UPDATE founders SET feed_id = abs(random() % 9007199254740991) WHERE id = new.id;\nEND",
  ],
  [
    "founders_feed_update",
    `AFTER UPDATE OF slug, name, photo_hash, bio, links ON founders BEGIN\n  ${founders("s.founder_id = new.id")} ${listings("l.company_id IN (SELECT company_id FROM company_founders WHERE founder_id = new.id)")}\nEND`,
  ],
  // Afterwards, nothing would connect the founder's id with the entry.
  ["founders_feed_delete", `BEFORE DELETE ON founders BEGIN\n  ${founders("s.founder_id = old.id")}\nEND`],
  ["site_founders_feed_insert", `AFTER INSERT ON site_founders BEGIN\n  ${founderOn("new")}\nEND`],
  ["site_founders_feed_delete", `AFTER DELETE ON site_founders BEGIN\n  ${founderOn("old")}\nEND`],
  ["categories_feed_insert", `AFTER INSERT ON categories BEGIN\n  ${record("category", "new")}\nEND`],
  [
    "categories_feed_update",
    `AFTER UPDATE OF slug, name, description, parent_id ON categories BEGIN\n  ${insert} SELECT site_id, 'category', id, ${now} FROM categories WHERE new.id IN (id, parent_id); ${listings("l.id IN (SELECT listing_id FROM listing_categories WHERE category_id = new.id)")}\nEND`,
  ],
  ["categories_feed_delete", `AFTER DELETE ON categories BEGIN\n  ${record("category", "old")}\nEND`],
  ...each("posts", (row) => record("post", row)),
];

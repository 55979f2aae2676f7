import { type Db, preparedSql } from "../../store/store.ts";
import { exportedFields } from "../common/field-selects.ts";
import { slugify } from "./slugs.ts";

export interface Exported {
  description: string;
  isOfSite: boolean;
  columns: readonly string[];
}

type ExportRecord = Record<string, unknown>;

interface Source extends Exported {
  query: ReturnType<typeof pageQuery>;
  shape?(record: ExportRecord): ExportRecord;
}

const pageSize = 500;

const pageQuery = (text: string) => preparedSql<{ id: number; record: string }, [number, number, number]>(text);

/** `fields` maps each field to its SQL. `site` is the column that contains a record's site id. */
function source(
  description: string,
  from: string,
  fields: Record<string, string>,
  { id = "id", site, shape }: { id?: string; site?: string; shape?: Source["shape"] } = {},
): Source {
  const pairs = Object.entries(fields).map(([name, expression]) => `'${name}', ${expression}`);
  // All statements take the same parameters. ?1 is the site; it has no effect on records shared by the network.
  const query = pageQuery(`SELECT ${id} AS id, json_object(${pairs.join(", ")}) AS record FROM ${from}
    WHERE ${site ?? "?1"} = ?1 AND ${id} > ?2 ORDER BY ${id} LIMIT ?3`);
  return { description, isOfSite: site !== undefined, columns: Object.keys(fields), query, shape };
}

const own = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
const of = (table: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, `${table}.${name}`]));
const json = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name.split(".").at(-1)!, `json(${name})`]));

const filed = `(SELECT json_group_array(json_object('slug', slug, 'name', name, 'parent', parent)) FROM (
  SELECT k.slug, k.name, p.name AS parent
  FROM listing_categories f JOIN categories k ON k.id = f.category_id LEFT JOIN categories p ON p.id = k.parent_id
  WHERE f.listing_id = l.id ORDER BY f.position))`;

/**
 * The name under which a category is exported. An import makes a slug from this name, which must be the category's
 * slug. If no form of the name gives that slug, the slug itself is exported.
 */
function importName({ slug, name, parent }: { slug: string; name: string; parent: string | null }): string {
  const full = parent === null ? name : `${parent} - ${name}`;
  return [full, name].find((candidate) => slugify(candidate) === slug) ?? slug;
}

/** Older columns keep their order in the file; newer ones follow. */
const firstColumns = [
  ...["name", "url", "headline", "summary", "categories", "platforms", "pricing", "tags", "socials", "description"],
  "faqs",
];

const sources = {
  sites: source("Export all sites", "sites", {
    ...own("key", "name", "host", "tagline", "currency"),
    ...json("settings"),
    ...own("created_at"),
  }),
  categories: source(
    "Export the categories of a site in the import format",
    "categories k LEFT JOIN categories p ON p.id = k.parent_id",
    { ...of("k", "slug", "name", "description"), parent: "p.slug" },
    // Parents come before their children, because an import creates categories in this order.
    { id: "(k.parent_id IS NOT NULL) * 1099511627776 + k.id", site: "k.site_id" },
  ),
  posts: source(
    "Export the blog posts of a site",
    "posts",
    {
      ...own("slug", "title", "excerpt", "body_markdown", "author"),
      ...json("tags"),
      ...own("published_at", "updated_at"),
    },
    { site: "site_id" },
  ),
  products: source(
    "Export the products of a site",
    "products",
    { ...own("product", "name", "description", "price"), ...json("unlocks") },
    { id: "rowid", site: "site_id" },
  ),
  listings: source(
    "Export a site's listings of every status, with all import fields",
    "listings l JOIN companies c ON c.id = l.company_id",
    {
      ...Object.fromEntries(firstColumns.map((name) => [name, ""])),
      url: "c.url",
      ...exportedFields,
      categories: `json(${filed})`,
      tags: "json((SELECT json_group_array(tag) FROM (SELECT tag FROM listing_tags WHERE listing_id = l.id ORDER BY tag)))",
      stars: "l.stars",
      ...of("l", "slug", "status", "plan", "launch_week", "votes", "created_at", "updated_at"),
    },
    {
      id: "l.id",
      site: "l.site_id",
      shape: (record) => ({
        ...record,
        categories: (record.categories as Parameters<typeof importName>[0][]).map(importName),
      }),
    },
  ),
  founders: source("Export all founder profiles", "founders", {
    ...own("slug", "name", "bio"),
    ...json("links"),
    ...own("created_at", "updated_at"),
  }),
  awards: source(
    "Export the awards of a site",
    "awards a JOIN listings l ON l.id = a.listing_id",
    { ...of("a", "kind", "label", "board", "period", "rank"), listing: "l.slug", ...of("a", "created_at") },
    { id: "a.id", site: "a.site_id" },
  ),
  users: source(
    "Export all accounts without their secrets",
    "accounts",
    own("email", "name", "role", "email_verified_at", "suspended_at", "created_at", "updated_at"),
  ),
  keys: source(
    "Export all API keys without their secrets",
    "api_keys k JOIN accounts a ON a.id = k.account_id",
    {
      id: "k.id",
      ...of("a", "email"),
      ...of("k", "name", "ending"),
      ...json("k.scopes"),
      is_test: "json(iif(k.is_test, 'true', 'false'))",
      ...of("k", "created_at", "expires_at", "last_used_at", "revoked_at"),
    },
    { id: "k.id" },
  ),
} satisfies Record<string, Source>;

export type ExportNoun = keyof typeof sources;
export const exported: Record<ExportNoun, Exported> = sources;

/** Returns the records after the previous page's last id (0 for the first page). `last` is null at the end. */
export async function exportPage(
  db: Db,
  noun: ExportNoun,
  siteId: number,
  after: number,
): Promise<{ records: ExportRecord[]; last: number | null }> {
  const { query, shape = (record) => record }: Source = sources[noun];
  const rows = await query.all(db, siteId, after, pageSize);
  return {
    records: rows.map(({ record }) => shape(JSON.parse(record))),
    last: rows.length < pageSize ? null : rows.at(-1)!.id,
  };
}

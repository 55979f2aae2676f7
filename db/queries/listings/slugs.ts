import { preparedSql, type Tx } from "../../store/store.ts";
import { fold } from "../search/search-text.ts";
import { queueDomain } from "./company-key.ts";

const maxSlugLength = 80;

const withSigns = (name: string) => fold(name).replace(/\+/g, " plus ").replace(/&/g, " and ");

export function slugify(name: string, otherwise = "listing"): string {
  const slug = withSigns(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug.slice(0, maxSlugLength).replace(/-+$/, "") || otherwise;
}

/** A listed product, or a subject, which may have several names and no URL. */
export interface Product {
  name: string;
  url: string | null;
  alsoKnownAs?: string[];
}

/** Returns the name, or a URL's host and path, by which a subject is known that was written as a URL. */
export function writtenName(written: string): string {
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  return url ? url.host.replace(/^www\./, "") + url.pathname.replace(/\/+$/, "") : written;
}

/** Returns the key that different spellings of a name or URL share: `Photo-Prism`, `photo prism` and `photoprism`. */
export const nameKey = (written: string): string =>
  withSigns(writtenName(written))
    .replace(/#/g, "sharp")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

export const productKeys = ({ name, url, alsoKnownAs = [] }: Product): string[] => [
  ...new Set([name, ...(url === null ? [] : [url]), ...alsoKnownAs].map(nameKey).filter((key) => key !== "")),
];

/** Returns whether a listed product is the subject. Anyone can choose a name, so a known URL must have the same owner. */
export const isSameProduct = (subject: Product, listed: Product): boolean =>
  productKeys(listed).some((key) => productKeys(subject).includes(key)) &&
  (subject.url === null || queueDomain(subject.url) === queueDomain(listed.url!));

interface Holder extends Product {
  slug: string;
  isListing: 0 | 1;
}

// Finds the slug itself and the slug with a number appended. All digits sort after `/` and before `:`.
const found = (table: string) =>
  ["= j.value", "> j.value || '-/' AND h.slug < j.value || '-:'"].map(
    (slug) => `FROM json_each(?2) j CROSS JOIN ${table} h ON h.site_id = ?1 AND h.slug ${slug}`,
  );
const holdersQuery = preparedSql<Holder, [siteId: number, wanted: readonly string[]]>(
  [
    ...found("listings").map(
      (from) => `SELECT h.slug, 1 AS isListing, c.name, c.url, '[]' AS alsoKnownAs ${from}
        JOIN companies c ON c.id = h.company_id`,
    ),
    ...found("subjects").map((from) => `SELECT h.slug, 0, h.name, h.url, h.also_known_as ${from}`),
  ].join(" UNION ALL "),
  { alsoKnownAs: JSON.parse },
);

/**
 * Returns each wanted slug. If it is taken, appends the lowest number that is free on the site and in this set. Listings
 * and subjects share the slugs of a site, but a subject and the listing of the same product have the same slug.
 */
export async function freeSlugs(
  tx: Tx,
  siteId: number,
  kind: "listing" | "subject",
  wanted: readonly string[],
  productsOf: () => Promise<readonly Product[]>,
): Promise<string[]> {
  const found = await holdersQuery.all(tx, siteId, [...new Set(wanted)]);
  const isOther = ({ isListing }: Holder) => isListing === (kind === "listing" ? 0 : 1);
  const products = found.some(isOther) ? await productsOf() : [];
  const isFree = (holder: Holder, product: Product | undefined) =>
    product !== undefined &&
    isOther(holder) &&
    (kind === "listing" ? isSameProduct(holder, product) : isSameProduct(product, holder));
  const holders = Map.groupBy(found, ({ slug }) => slug);
  const given = new Set<string>();
  const nextNumber = new Map<string, number>();
  return wanted.map((base, i) => {
    for (let number = nextNumber.get(base) ?? 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (given.has(slug) || holders.get(slug)?.some((holder) => !isFree(holder, products[i]))) continue;
      given.add(slug);
      nextNumber.set(base, number + 1);
      return slug;
    }
  });
}

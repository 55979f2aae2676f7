import { sharedHost } from "../../values/shared-hosts.ts";
import { fold } from "../search/search-text.ts";
import { queueDomain } from "./company-key.ts";

const maxSlugLength = 80;

const withSigns = (name: string) => fold(name).replace(/\+/g, " plus ").replace(/&/g, " and ");

/** The result never contains `-vs-`, which separates two slugs in the path of a comparison. */
export function slugify(name: string, otherwise = "listing"): string {
  const slug = withSigns(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .replace(/-vs(?=-)/g, "-versus");
  return slug.slice(0, maxSlugLength).replace(/-+$/, "") || otherwise;
}

/** A listed product, or a subject, which may have several names and no URL. */
export interface Product {
  name: string;
  url: string | null;
  alsoKnownAs?: string[];
}

/** Returns the name, or a URL's host, with the path on a host that products share. */
export function writtenName(written: string): string {
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (url === null) return written;
  return url.host.replace(/^www\./, "") + (sharedHost(url) ? url.pathname.replace(/\/+$/, "") : "");
}

/** Returns the key that different spellings of a name or URL share: `Photo-Prism`, `photo prism` and `photoprism`. */
export const nameKey = (written: string): string =>
  withSigns(writtenName(written))
    .replace(/#/g, "sharp")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

export const productKeys = ({ name, url, alsoKnownAs = [] }: Product): string[] => [
  ...new Set([name, ...(url === null ? [] : [url]), ...alsoKnownAs].map(nameKey).filter((key) => key !== "")),
];

/** Anyone can choose a name, so a listing on another domain than a known URL, or a merged one, is not the subject. */
export const isSameProduct = (subject: Product, listed: Product): boolean =>
  productKeys(listed).some((key) => productKeys(subject).includes(key)) &&
  (subject.url === null ||
    queueDomain(subject.url) === queueDomain(listed.url!) ||
    subject.alsoKnownAs?.includes(writtenName(listed.url!)) === true);

/** A listing may have the name of a subject that is known to be another product. */
export const isNamesake = (subject: Product | null, listed: Product): boolean =>
  subject !== null && subject.url !== null && !isSameProduct(subject, listed);

/** Returns each wanted slug. If a slug is taken, appends the lowest number that is free on the site and in this set. */
export function freeSlugs(wanted: readonly string[], takenOnSite: Iterable<string>): string[] {
  const taken = new Set(takenOnSite);
  const nextNumber = new Map<string, number>();
  return wanted.map((base) => {
    for (let number = nextNumber.get(base) ?? 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (taken.has(slug)) continue;
      taken.add(slug);
      nextNumber.set(base, number + 1);
      return slug;
    }
  });
}

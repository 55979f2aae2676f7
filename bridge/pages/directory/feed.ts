import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Exchange, respondCacheable } from "../../http/server/respond.ts";
import { type Html, html } from "../frame/html.ts";

export interface Feed {
  title: string;
  /** Path and query of the page that shows the list. */
  path: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** Follows the site's address and never changes, whatever becomes of names and slugs (RFC 4287 §4.2.6). */
  id: string;
  title: string;
  author: string;
  url: string;
  published: string;
  /** Where it may differ from when it was published. */
  updated?: string;
  text: string;
}

/** How many entries a feed has at most. */
export const feedLength = 50;
const maxAge = 300;

/** Where the feed of a page's list is. */
export const feedPath = (path: string) => path.replace(/\?|$/, (end) => `.atom${end}`);

/** A listing as an entry, the same one in every feed that it is in. */
export const listingEntry = (listing: ListingCard, { base }: SiteUrls): FeedEntry => ({
  id: `/listings#listing-${listing.id}`,
  title: listing.name,
  author: listing.name,
  url: `${base}/listings/${listing.slug}`,
  published: listing.created_at,
  updated: listing.updated_at,
  text: [listing.headline, listing.summary].filter(Boolean).join("\n\n"),
});

/** An Atom feed (RFC 4287). */
export const respondFeed = (exchange: Exchange, { base }: SiteUrls, feed: Feed): Response =>
  respondCacheable(exchange, {
    body: `<?xml version="1.0" encoding="utf-8"?>\n${document(base, feed)}\n`,
    contentType: "application/atom+xml; charset=utf-8",
    cacheControl: `public, max-age=${maxAge}`,
    headers: { "content-security-policy": "default-src 'none'" },
  });

// A feed that has no entry yet has a time as well (§4.1.1), and the same each time it is asked for.
const beginning = "1970-01-01T00:00:00.000Z";

const latest = (entries: FeedEntry[]) =>
  entries
    .map(({ published, updated = published }) => updated)
    .toSorted()
    .at(-1) ?? beginning;

// What escapes text in HTML does so in XML.
const document = (base: string, { title, path, entries }: Feed): Html =>
  html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${written(base + path)}</id>
<title>${written(title)}</title>
<link rel="self" type="application/atom+xml" href="${written(base + feedPath(path))}"/>
<link rel="alternate" type="text/html" href="${written(base + path)}"/>
<updated>${latest(entries)}</updated>
${entries.map(
  ({ id, title, author, url, published, updated = published, text }) => html`<entry>
<id>${base}${id}</id>
<title>${written(title)}</title>
<author><name>${written(author)}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${published}</published>
<updated>${updated}</updated>
<content type="text">${written(text)}</content>
</entry>
`,
)}</feed>`;

/** Without what no XML document can hold (XML 1.0 §2.2). */
const written = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

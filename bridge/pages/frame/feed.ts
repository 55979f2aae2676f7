import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Exchange, respondCacheable } from "../../http/server/respond.ts";
import { type Html, html } from "./html.ts";

export interface Feed {
  title: string;
  /** Path and query of the page that shows the list. */
  path: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** This ID is appended to the site's URL. It never changes, even if names and slugs do (RFC 4287 §4.2.6). */
  id: string;
  title: string;
  author: string;
  url: string;
  published: string;
  updated?: string;
  text: string;
  /** The whole text as safe HTML, which replaces `text`. */
  html?: string;
}

export const feedLength = 50;
const maxAge = 300;

/** Path of a page's feed. */
export const feedPath = (path: string) => path.replace(/\?|$/, (end) => `.atom${end}`);

/** A listing as a feed entry, identical in every feed. */
export const listingEntry = (listing: ListingCard, { base }: SiteUrls): FeedEntry => ({
  id: `/listings#listing-${listing.id}`,
  title: listing.name,
  author: listing.name,
  url: `${base}/listings/${listing.slug}`,
  published: listing.created_at,
  updated: listing.updated_at,
  text: [listing.headline, listing.summary].filter(Boolean).join("\n\n"),
});

/** Returns an Atom feed (RFC 4287). */
export const respondFeed = (exchange: Exchange, { base }: SiteUrls, feed: Feed): Response =>
  respondCacheable(exchange, {
    body: `<?xml version="1.0" encoding="utf-8"?>\n${document(base, feed)}\n`,
    contentType: "application/atom+xml; charset=utf-8",
    cacheControl: `public, max-age=${maxAge}`,
    headers: { "content-security-policy": "default-src 'none'" },
  });

// RFC 4287 §4.1.1 requires a time even if the feed has no entries.
const emptyFeedTime = "1970-01-01T00:00:00.000Z";

const latestTime = (entries: FeedEntry[]) =>
  entries
    .map(({ published, updated = published }) => updated)
    .toSorted()
    .at(-1) ?? emptyFeedTime;

// HTML escaping is also valid in XML.
const document = (base: string, { title, path, entries }: Feed): Html =>
  html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(base + path)}</id>
<title>${xmlText(title)}</title>
<link rel="self" type="application/atom+xml" href="${xmlText(base + feedPath(path))}"/>
<link rel="alternate" type="text/html" href="${xmlText(base + path)}"/>
<updated>${latestTime(entries)}</updated>
${entries.map(
  ({ id, title, author, url, published, updated = published, text, html: whole }) => html`<entry>
<id>${base}${id}</id>
<title>${xmlText(title)}</title>
<author><name>${xmlText(author)}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${published}</published>
<updated>${updated}</updated>
<content ${whole === undefined ? html`type="text"` : html`type="html" xml:base="${url}"`}>${xmlText(whole ?? text)}</content>
</entry>
`,
)}</feed>`;

/** Removes characters that XML does not allow (XML 1.0 §2.2). */
const xmlText = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

import { day, facts, lines, quoted } from "#tools/core/text/text.ts";
import listUpdates, { type SiteUpdate } from "#tools/listings/public/list-updates.ts";
import { type Html, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { byTime, listPath, pageAsked, pageLinks } from "../frame/page-links.ts";
import { prose } from "../frame/prose.ts";
import { dayOf } from "../frame/time.ts";
import { feedLength } from "./feed.ts";
import { publicPage } from "./public-page.ts";
import { itemList } from "./structured-data.ts";

const path = "/updates";
const linkTo = (page: number, cursor?: string) => listPath(path, { page, cursor });

/** `/updates`: what is new at all listings of the site. */
export const mountUpdates = publicPage({
  path,
  name: "updates_page",
  maxAge: 60,
  async page(ask, { query, site, urls }) {
    const asked = { page: pageAsked(query), cursor: query.get("cursor") || undefined };
    const { items, has_more, page, next_cursor } = await ask(listUpdates, asked);
    return {
      title: "Updates",
      description: `What is new at the products on ${site.name}.`,
      canonical: `${urls.base}${linkTo(page)}`,
      feed: "/updates.atom",
      structuredData: [
        itemList(
          items.map(({ id, title, listing }) => ({
            name: `${listing.name}: ${title}`,
            url: `${urls.base}/updates#update-${id}`,
          })),
        ),
      ],
      text: ["# Updates", ...items.map((item) => rowText(item, urls.base))].join("\n\n"),
      layout: "wide",
      body: html`<h1>Updates</h1>
<p class="lead">What is new at the products on ${site.name}. <a href="/updates.atom">As a feed</a></p>
${
  items.length === 0
    ? html`<p class="empty">${page === 1 ? "Nothing has been posted yet." : "There is nothing on this page."} <a href="${page === 1 ? "/" : path}">${page === 1 ? "See what launches" : "See the latest updates"}</a></p>`
    : html`<ol class="feed" role="list">${items.map(row)}</ol>`
}
${pageLinks({ page, hasMore: has_more, nextCursor: next_cursor, linkTo, words: byTime })}`,
    };
  },
  async feed(ask, { site }) {
    const { items } = await ask(listUpdates, { per_page: feedLength });
    return {
      title: `Updates on ${site.name}`,
      path,
      entries: items.map(({ id, title, body, created_at, listing }) => ({
        id: `${path}#update-${id}`,
        title: `${listing.name}: ${title}`,
        author: listing.name,
        url: listing.url,
        published: created_at,
        text: body,
      })),
    };
  },
});

const row = ({ id, title, body, created_at, listing }: SiteUpdate): Html => html`
<li id="update-${id}">${logo(listing, 56)}<article class="update">
<p class="hint"><a href="/listings/${listing.slug}" dir="auto">${listing.name}</a>, ${dayOf(created_at)}</p>
<h2>${title}</h2>
${prose(body)}</article></li>`;

const rowText = ({ title, body, created_at, listing: { name, slug } }: SiteUpdate, base: string) =>
  lines(`## ${name}: ${title}`, facts(day(created_at), `${base}/listings/${slug}`), quoted(body));

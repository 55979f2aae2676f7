import { day, facts, lines, quoted } from "#tools/core/text/text.ts";
import listUpdates, { type SiteUpdate } from "#tools/listings/public/list-updates.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedLength } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { byTime, listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { prose } from "../../frame/prose.ts";
import { dayOf } from "../../frame/time.ts";
import { listMargin } from "./list-margin.ts";
import { empty, emptyPage } from "./list-parts.ts";
import { itemList } from "./structured-data.ts";

const path = "/updates";
const linkTo = (page: number, cursor?: string) => listPath(path, { page, cursor });

export const updatesPage = definePage({
  path,
  name: "updates_page",
  audience: "everyone",
  menu: { in: "footer", label: "What's new", place: 1 },
  indexed: true,
  maxAge: 60,
  async get(ask, { query, site, urls }) {
    const paging = { page: requestedPage(query), cursor: query.get("cursor") || undefined };
    const { items, has_more, page, next_cursor } = await ask(listUpdates, paging);
    return {
      title: "What's new",
      description: `Latest updates from the products on ${site.name}.`,
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
      margin: listMargin({ site, urls }),
      text: ["# What's new", ...items.map((item) => rowText(item, urls.base))].join("\n\n"),
      body: html`<h1>What's new</h1>
<p class="lead">Latest updates from the products on ${site.name}. <a href="/updates.atom">Subscribe to feed</a></p>
${
  items.length === 0
    ? emptyPage(
        page,
        path,
        empty("There are no updates yet.", { path: "/launches/current", label: "See this week's launches" }),
      )
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

import { day, facts, lines, quoted } from "../../../tools/core/text.ts";
import listUpdates, { type SiteUpdate } from "../../../tools/listings/list-updates.ts";
import { type Html, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { prose } from "../frame/prose.ts";
import { dayOf } from "../frame/time.ts";
import { pager } from "./pager.ts";
import { publicPage } from "./public-page.ts";
import { itemList } from "./structured-data.ts";

/** `/updates`: what is new at all listings of the site. */
export const mountUpdates = publicPage({
  path: "/updates",
  name: "updates_page",
  maxAge: 60,
  async page(ask, { query, site, urls }) {
    const page = Number(query.get("page") ?? 1);
    const { items, has_more } = await ask(listUpdates, { page });
    return {
      title: "Updates",
      description: `What is new at the products on ${site.name}.`,
      canonical: `${urls.base}${pagePath(page)}`,
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
    ? html`<p class="empty">${page === 1 ? "Nothing has been posted yet." : "There is nothing on this page."} <a href="${page === 1 ? "/" : "/updates"}">${page === 1 ? "See what launches" : "See the latest updates"}</a></p>`
    : html`<ol class="feed" role="list">${items.map(row)}</ol>`
}
${pager(page, has_more, pagePath, { before: "Newer", after: "Older" })}`,
    };
  },
});

const row = ({ id, title, body, created_at, listing }: SiteUpdate): Html => html`
<li id="update-${id}">${logo(listing, 56)}<article class="update">
<p class="hint"><a href="/listings/${listing.slug}">${listing.name}</a>, ${dayOf(created_at)}</p>
<h2>${title}</h2>
${prose(body)}</article></li>`;

const rowText = ({ title, body, created_at, listing: { name, slug } }: SiteUpdate, base: string) =>
  lines(`## ${name}: ${title}`, facts(day(created_at), `${base}/listings/${slug}`), quoted(body));

const pagePath = (page: number) => (page === 1 ? "/updates" : `/updates?page=${page}`);

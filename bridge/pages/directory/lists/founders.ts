import listFounders from "#tools/founders/list-founders.ts";
import listNewFounders from "#tools/founders/list-new-founders.ts";
import { definePage, type ItemOf } from "../../frame/define-page.ts";
import { feedLength, feedPath } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { trail } from "./crumbs.ts";
import { empty, emptyPage, findForm } from "./list-parts.ts";
import { portrait } from "./portrait.ts";
import { itemList } from "./structured-data.ts";

const path = "/founders";
const maxNameLength = 100;

export const foundersPage = definePage({
  path,
  name: "founders_page",
  audience: "everyone",
  menu: { in: "header", label: "Founders", place: 4 },
  indexed: true,
  maxAge: 60,
  async get(ask, { query, site, urls }) {
    const q = (query.get("q") ?? "").trim().slice(0, maxNameLength);
    const cursor = query.get("cursor") || undefined;
    const input = { ...(q && { q }), page: requestedPage(query), cursor };
    const { items, has_more, per_page, page, next_cursor } = await ask(listFounders, input);
    const linkTo = (page: number, cursor?: string) => listPath(path, { q, page, cursor });
    return {
      title: "Founders",
      description: `The people behind the products on ${site.name}.`,
      canonical: `${urls.base}${linkTo(page)}`,
      feed: feedPath(path),
      structuredData: [
        trail({ site, urls }, { path, name: "Founders" }),
        itemList(
          items.map(({ slug, name }) => ({ name, url: `${urls.base}${path}/${slug}` })),
          (page - 1) * per_page + 1,
        ),
      ],
      body: html`<h1>Founders</h1>
<p class="lead">The people behind the products on ${site.name}, sorted by name. <a href="${feedPath(path)}">Subscribe to feed</a></p>
${findForm({ action: path, label: "Search founders by name", q, maxlength: maxNameLength })}
${
  items.length > 0
    ? html`<ul class="people" role="list">${items.map(person)}</ul>`
    : emptyPage(
        page,
        linkTo(1),
        q
          ? empty("No founders match this name.", { path, label: "Show all founders" })
          : empty("There are no founders yet.", { path: "/submit", label: "Submit a product" }),
      )
}
${pageLinks({ page, hasMore: has_more, nextCursor: next_cursor, linkTo })}`,
    };
  },
  async feed(ask, { site, urls }) {
    const { items } = await ask(listNewFounders, { limit: feedLength });
    return {
      title: `Founders on ${site.name}`,
      path,
      entries: items.map(({ slug, name, bio, companies, created_at, updated_at }) => ({
        id: `${path}#founder-${slug}`,
        title: name,
        author: name,
        url: `${urls.base}${path}/${slug}`,
        published: created_at,
        updated: updated_at,
        text: [companies.map((company) => company.name).join(", "), bio].filter(Boolean).join("\n\n"),
      })),
    };
  },
});

const person = ({ slug, name, photo_url, companies }: ItemOf<typeof listFounders>): Html => html`
<li>${portrait({ name, photo_url }, 56)}<div><h2><a class="whole" href="${path}/${slug}"><bdi>${name}</bdi></a></h2>
<p>${companies.map(({ name }, i) => html`${i > 0 && ", "}<bdi>${name}</bdi>`)}</p></div></li>`;

import getBlogPost from "#tools/blog/get-blog-post.ts";
import listBlogPosts from "#tools/blog/list-blog-posts.ts";
import { definePage, type ItemOf, type PublicRequest } from "../../frame/define-page.ts";
import { feedLength, feedPath } from "../../frame/feed.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { byTime, listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { dayOf } from "../../frame/time.ts";
import { trail } from "./crumbs.ts";
import { listMargin } from "./list-margin.ts";
import { empty, emptyPage, findForm } from "./list-parts.ts";
import { itemList } from "./structured-data.ts";

const path = "/blog";
const maxQueryLength = 200;
const maxTagLength = 60;

type Post = ItemOf<typeof listBlogPosts>;

export const blogPage = definePage({
  path,
  name: "blog_page",
  audience: "everyone",
  menu: { in: "footer", label: "Blog", place: 3 },
  indexed: true,
  maxAge: 300,
  async get(ask, { query, site, urls }) {
    const { q, tag } = readFilter(query);
    const page = requestedPage(query);
    const { items, has_more, per_page } = await ask(listBlogPosts, { ...withoutEmpty({ q, tag }), page });
    const linkTo = (page: number) => listPath(path, { q, tag, page });
    const feed = feedPath(listPath(path, { q, tag }));
    return {
      title: tag ? `Blog: ${tagWords(tag)}` : "Blog",
      description: tag ? `Posts about ${tagWords(tag)} on ${site.name}.` : `News and advice from ${site.name}.`,
      canonical: `${urls.base}${linkTo(page)}`,
      feed,
      structuredData: [
        trail({ site, urls }, { path, name: "Blog" }),
        itemList(
          items.map(({ slug, title }) => ({ name: title, url: `${urls.base}/blog/${slug}` })),
          (page - 1) * per_page + 1,
        ),
      ],
      margin: listMargin({ site, urls }),
      body: html`<h1>Blog</h1>
<p class="lead">News and advice from ${site.name}. <a href="${feed}">Subscribe to feed</a></p>
${findForm({ action: path, label: "Search the blog", q, maxlength: maxQueryLength, hidden: tag ? { tag } : {} })}
${tag && html`<p>Posts with the tag <strong dir="auto">${tagWords(tag)}</strong>. <a href="${listPath(path, { q })}">Show posts with any tag</a></p>`}
${
  items.length > 0
    ? html`<ol class="posts" role="list">${items.map(row)}</ol>`
    : emptyPage(
        page,
        linkTo(1),
        q || tag
          ? empty("No matching posts.", { path, label: "Show all posts" })
          : empty("There are no posts yet.", { path: "/updates", label: "See the products' latest updates" }),
      )
}
${pageLinks({ page, hasMore: has_more, linkTo, words: byTime })}`,
    };
  },
  async feed(ask, { query, site, urls }) {
    const { q, tag } = readFilter(query);
    const { items } = await ask(listBlogPosts, { ...withoutEmpty({ q, tag }), per_page: feedLength });
    return {
      title: `${site.name} blog`,
      path: listPath(path, { q, tag }),
      entries: await Promise.all(
        items.map(async ({ slug, title, excerpt, author, published_at }) => ({
          id: `${path}/${slug}`,
          title,
          author,
          url: `${urls.base}${path}/${slug}`,
          published: published_at,
          text: excerpt,
          html: (await ask(getBlogPost, { slug })).body_html,
        })),
      ),
    };
  },
});

const readFilter = (query: PublicRequest["query"]) => ({
  q: (query.get("q") ?? "").trim().slice(0, maxQueryLength),
  tag: (query.get("tag") ?? "").trim().slice(0, maxTagLength),
});

const withoutEmpty = ({ q, tag }: ReturnType<typeof readFilter>) => ({ ...(q && { q }), ...(tag && { tag }) });

const row = (post: Post): Html => html`
<li><article><h2 dir="auto"><a href="${path}/${post.slug}">${post.title}</a></h2>
${byline(post)}
<p dir="auto">${post.excerpt}</p>
${tagLinks(post.tags)}</article></li>`;

export const byline = ({ author, published_at }: Pick<Post, "author" | "published_at">): Html =>
  html`<p class="hint">${author && html`<bdi>${author}</bdi>, `}${dayOf(published_at)}</p>`;

const tagWords = (tag: string): string => tag.replaceAll("-", " ");

export const tagLinks = (tags: string[]): HtmlValue =>
  tags.length > 0 &&
  html`<ul class="chips" role="list" aria-label="Tags">${tags.map(
    (tag) => html`<li><a class="chip" href="${listPath(path, { tag })}" dir="auto">${tagWords(tag)}</a></li>`,
  )}</ul>`;

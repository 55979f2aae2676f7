import getBlogPost from "#tools/blog/get-blog-post.ts";
import { definePage } from "../../frame/define-page.ts";
import { html, safeHtml } from "../../frame/html.ts";
import { byline, tagLinks } from "./blog.ts";
import { crumbs, trail } from "./crumbs.ts";
import { listMargin } from "./list-margin.ts";
import { article } from "./structured-data.ts";

export const blogPostPage = definePage({
  path: "/blog/:slug",
  name: "blog_post_page",
  audience: "everyone",
  indexed: "posts",
  recordName: "Post",
  maxAge: 300,
  async get(ask, { params, site, urls }) {
    const post = await ask(getBlogPost, { slug: params.slug! });
    return {
      title: post.title,
      description: post.excerpt || post.title,
      canonical: `${urls.base}/blog/${post.slug}`,
      feed: "/blog.atom",
      kind: "article",
      structuredData: [
        trail({ site, urls }, { path: "/blog", name: "Blog" }, { path: `/blog/${post.slug}`, name: post.title }),
        article({
          title: post.title,
          description: post.excerpt || undefined,
          url: `${urls.base}/blog/${post.slug}`,
          publishedAt: post.published_at,
          authors: [{ name: post.author }],
        }),
      ],
      margin: listMargin({ site, urls }),
      body: html`${crumbs({ path: "/blog", name: "Blog" })}
<article class="text long">
<header>
<h1 dir="auto">${post.title}</h1>
${byline(post)}
</header>
<div class="written" dir="auto">
${safeHtml(post.body_html)}
</div>
${tagLinks(post.tags)}
</article>`,
    };
  },
});

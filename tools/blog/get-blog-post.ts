import * as z from "zod";
import { postBySlug } from "#db/queries/content/posts.ts";
import { postSlugs } from "#db/queries/founders/near-slugs.ts";
import { unknownSlug } from "../core/calls/unknown-slug.ts";
import { slug } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines, quoted } from "../core/text/text.ts";
import { renderMarkdown } from "./markdown.ts";
import { postFields, postLines, toPostCard } from "./records.ts";

export default defineTool({
  name: "get_blog_post",
  title: "Get a blog post",
  description: "Returns one blog post with its body in Markdown. Use it to read a post from list_blog_posts.",
  family: "Blog",
  rest: { method: "GET", path: "/blog/{slug}" },
  page: "/blog/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: slug.meta({ description: "Slug from list_blog_posts", example: "how-launch-weeks-work" }),
  }),
  output: z.strictObject({ ...postFields, body_html: z.string(), body_markdown: z.string() }).meta({ id: "BlogPost" }),
  examples: [{ slug: "how-launch-weeks-work" }],
  maxAge: 300,
  async run({ read, site, urls, now }, { slug }) {
    const row = await postBySlug(read, site.id, slug, now);
    if (!row)
      unknownSlug("blog post", slug, await postSlugs(read, site.id, now), {
        retry: (near) => ({ tool: "get_blog_post", arguments: { slug: near } }),
        find: {
          tool: "list_blog_posts",
          arguments: { q: slug.replaceAll("-", " ") },
          why: "Search for the post to find its slug.",
          who: "agent",
        },
      });
    return {
      ...toPostCard(row, urls),
      body_html: await renderMarkdown(row.bodyMarkdown, urls.base),
      body_markdown: row.bodyMarkdown.replace(/\]\(\/(?!\/)/g, `](${urls.base}/`),
    };
  },
  brief: {
    output: z.strictObject({ ...postFields, body_markdown: z.string() }),
    from: ({ body_html: _, ...post }) => post,
  },
  text: (post) => lines(postLines(post), "Body:", quoted(post.body_markdown)),
});

import * as z from "zod";
import { listPosts } from "#db/queries/content/posts.ts";
import { oneOrMore } from "../core/input/fields.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { itemPage, itemPageOf } from "../listings/shared/brief.ts";
import { postFields, postLines, toPostCard } from "./records.ts";

const { slug, title, published_at } = postFields;

export default defineTool({
  name: "list_blog_posts",
  title: "List blog posts",
  description:
    "Returns this site's blog posts, latest first, without their bodies. Use it to find a post. q finds posts that contain all the given words. Read a post with get_blog_post.",
  family: "Blog",
  rest: { method: "GET", path: "/blog" },
  page: "/blog",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    q: z.string().max(200).optional().meta({ description: "Search words", example: "badge" }),
    tag: oneOrMore(z.string().max(60)).optional().meta({
      description: "Exact tag or list of tags; posts with any of them match",
      example: "launching",
    }),
    ...pageInput,
  }),
  output: pageOf(z.strictObject(postFields).meta({ id: "BlogPostCard" })).meta({ id: "BlogPostList" }),
  examples: [{ q: "badge" }, { tag: "launching", per_page: 5 }],
  maxAge: 300,
  async run({ read, site, urls, now }, input) {
    const { rows, total } = await listPosts(read, {
      siteId: site.id,
      q: input.q,
      tags: input.tag,
      limit: input.per_page,
      offset: offsetOf(input),
      now,
    });
    return pageFrom(
      rows.map((row) => toPostCard(row, urls)),
      total,
      input,
    );
  },
  brief: {
    output: pageOf(z.strictObject({ slug, title, published_at })).extend(itemPage),
    from: ({ items, ...page }) => ({
      items: items.map(({ slug, title, published_at }) => ({ slug, title, published_at })),
      ...itemPageOf(items),
      ...page,
    }),
  },
  text: (found) => lines(pageLine(found, "No blog posts match."), found.items.flatMap(postLines)),
});

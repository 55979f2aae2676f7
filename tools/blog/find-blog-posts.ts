import * as z from "zod";
import { postRows } from "#db/queries/content/write-post.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

const post = z.strictObject({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  published_at: time,
});

/** Returns all posts of a site without their texts, latest first, those of a later day included. */
export default defineOperation({
  name: "find_blog_posts",
  actors: ["admin"],
  command: {
    name: "post list",
    description: "all posts, latest first",
    site: "option",
    columns: ["slug", "title", "author", "published_at"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(post) }),
  async run({ read, site }) {
    const rows = await postRows(read, site.id);
    return { items: rows.map(({ publishedAt, ...row }) => ({ ...row, published_at: publishedAt })) };
  },
});

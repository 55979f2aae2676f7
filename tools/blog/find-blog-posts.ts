import * as z from "zod";
import { postRows } from "#db/queries/content/write-post.ts";
import { defineOperation } from "../core/operations/define.ts";
import { postFields, toPostCard } from "./records.ts";

export default defineOperation({
  name: "find_blog_posts",
  actors: ["admin"],
  command: {
    name: "post list",
    description: "List all blog posts, latest first",
    site: "option",
    columns: ["slug", "title", "author", "published_at"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(z.strictObject(postFields)) }),
  async run({ read, site }) {
    return { items: (await postRows(read, site.id)).map(toPostCard) };
  },
});

import * as z from "zod";
import { postRows } from "#db/queries/content/write-post.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { postFields, toPostCard } from "./records.ts";

export default defineTeamTool({
  name: "find_blog_posts",
  command: {
    name: "post list",
    description: "List all blog posts, latest first",
    site: "option",
    columns: ["slug", "title", "author", "published_at"],
  },
  description: "Returns all blog posts of the site, latest first, including those with a later publication time.",
  rest: { method: "GET", path: "/team/posts" },
  scopes: ["team:content"],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(z.strictObject(postFields)) }),
  async run({ read, site, urls }) {
    return { items: (await postRows(read, site.id)).map((row) => toPostCard(row, urls)) };
  },
});

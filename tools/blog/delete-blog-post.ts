import * as z from "zod";
import { deletePost, postFacts } from "#db/queries/content/write-post.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { toPost } from "./post-input.ts";

export default defineTeamTool({
  name: "delete_blog_post",
  command: {
    name: "post delete <slug>",
    description: "Delete a blog post",
    site: "option",
    done: ({ slug }) => `Deleted the post ${slug}.`,
  },
  description: "Deletes a blog post. The audit log keeps its text.",
  rest: { method: "DELETE", path: "/team/posts/{slug}" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site }, { slug }) {
    return async (tx, record) => {
      const { id, ...known } = (await postFacts(tx, site.id, slug)) ?? notFound("post", slug);
      await deletePost(tx, id);
      record({ subjects: [`post:${id}`], before: toPost(known) });
      return { slug };
    };
  },
});

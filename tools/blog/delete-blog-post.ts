import * as z from "zod";
import { deletePost, postFacts } from "#db/queries/content/write-post.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { toPost } from "./post-input.ts";

/** Deletes a post; the audit log keeps its text. */
export default defineOperation({
  name: "delete_blog_post",
  actors: ["admin"],
  command: {
    name: "post delete <slug>",
    description: "Delete a blog post",
    site: "option",
    done: ({ slug }) => `Deleted the post ${slug}.`,
  },
  scopes: [],
  effect: "delete",
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

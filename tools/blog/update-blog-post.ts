import * as z from "zod";
import { postFacts, updatePost } from "#db/queries/content/write-post.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { differences } from "../core/operations/differences.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { postInput, toPost } from "./post-input.ts";
import { checkPictures } from "./post-pictures.ts";

export default defineTeamTool({
  name: "update_blog_post",
  actors: ["person", "key", "admin"],
  description: "Changes the given fields of a blog post. The slug stays.",
  rest: { method: "PATCH", path: "/team/posts/{slug}" },
  scopes: ["team:content"],
  effect: "write",
  input: postInput.extend({ slug }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site, urls, now }, { slug, body_markdown, published_at, ...given }) {
    return async (tx, record) => {
      if (body_markdown !== undefined) await checkPictures(tx, body_markdown, urls.base);
      const { id, ...known } = (await postFacts(tx, site.id, slug)) ?? notFound("post", slug);
      const facts = {
        ...known,
        ...given,
        bodyMarkdown: body_markdown ?? known.bodyMarkdown,
        publishedAt: published_at ?? known.publishedAt,
      };
      const changed = differences(toPost(known), toPost(facts));
      if (Object.keys(changed.after).length > 0) {
        await updatePost(tx, id, facts, now.toISOString());
        record({ subjects: [`post:${id}`], ...changed });
      }
      return { slug };
    };
  },
});

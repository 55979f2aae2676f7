import * as z from "zod";
import { createPost } from "#db/queries/content/write-post.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { postInput, toPost } from "./post-input.ts";
import { checkPictures } from "./post-pictures.ts";

export default defineTeamTool({
  name: "create_blog_post",
  actors: ["person", "key", "admin"],
  description:
    "Publishes a blog post. By default, the slug comes from the title, the author is the site and the time is now.",
  rest: { method: "POST", path: "/team/posts" },
  scopes: ["team:content"],
  effect: "write",
  input: postInput.required({ title: true, excerpt: true, body_markdown: true }).extend({ slug: slug.optional() }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site, urls, now }, { slug, title, excerpt, body_markdown: bodyMarkdown, author, tags, published_at }) {
    const time = now.toISOString();
    return async (tx, record) => {
      await checkPictures(tx, bodyMarkdown, urls.base);
      const facts = {
        slug: slug ?? slugify(title),
        title,
        excerpt,
        bodyMarkdown,
        author: author ?? site.name,
        tags: tags ?? [],
        publishedAt: published_at ?? time,
      };
      const id = await createPost(tx, site.id, facts, time);
      record({ subjects: [`post:${id}`], after: toPost(facts) });
      return { slug: facts.slug };
    };
  },
});

import * as z from "zod";
import type { PostCardRow } from "#db/queries/content/posts.ts";
import { time } from "../core/input/fields.ts";
import { day, facts } from "../core/text/text.ts";

export const postFields = {
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  published_at: time,
};

export const toPostCard = ({ slug, title, excerpt, author, tags, publishedAt }: PostCardRow) => ({
  slug,
  title,
  excerpt,
  author,
  tags,
  published_at: publishedAt,
});

export const postLines = (post: ReturnType<typeof toPostCard>): string[] => [
  facts(`${post.title} (${post.slug})`, day(post.published_at), `by ${post.author}`, post.tags.join(", ")),
  `  > ${post.excerpt}`,
];

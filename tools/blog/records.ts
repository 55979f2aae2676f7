import * as z from "zod";
import type { PostCardRow } from "#db/queries/content/posts.ts";
import { time } from "../core/input/fields.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { day, facts } from "../core/text/text.ts";

export const postFields = {
  slug: z.string(),
  page_url: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  published_at: time,
};

export const toPostCard = (
  { slug, title, excerpt, author, tags, publishedAt }: PostCardRow,
  { base }: Pick<SiteUrls, "base">,
) => ({
  slug,
  page_url: `${base}/blog/${slug}`,
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

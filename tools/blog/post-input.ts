import * as z from "zod";
import type { PostFacts } from "#db/queries/content/write-post.ts";
import { filled, line, time } from "../core/input/fields.ts";

export const postInput = z.strictObject({
  title: filled(line(300)).optional(),
  excerpt: z.string().max(1000).optional(),
  body_markdown: z.string().max(100_000).optional(),
  author: line(200).optional(),
  tags: z
    .array(filled(line(100)))
    .max(50)
    .optional(),
  published_at: time.optional(),
});

export const toPost = ({ bodyMarkdown, publishedAt, ...facts }: PostFacts) => ({
  ...facts,
  body_markdown: bodyMarkdown,
  published_at: publishedAt,
});

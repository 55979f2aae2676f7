import * as z from "zod";
import { type FeedRow, feedAfter, feedHead } from "#db/queries/data/feed.ts";
import { feedKinds } from "#db/schema/vocabulary.ts";
import { Problem } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { nameOf, pageOf } from "./shared/record-names.ts";

const entry = z.strictObject({
  seq: z.int(),
  at: time,
  type: z.enum(["upsert", "gone"]),
  kind: z.enum(feedKinds),
  id: z.int().optional(),
  feed_id: z.int().optional(),
  slug: z.string().optional(),
  url: z.string().optional(),
  version: z.int().nullable().optional(),
  reason: z.enum(["removed", "merged"]).optional(),
  merged_into: z.strictObject({ id: z.int(), slug: z.string(), url: z.string() }).optional(),
});

function toEntry(
  { seq, at, kind, slug, mergedId, mergedSlug, ...row }: FeedRow,
  urls: SiteUrls,
): z.input<typeof entry> {
  const start = { seq, at, type: slug === null ? "gone" : "upsert", kind, ...nameOf(kind, row.recordId) } as const;
  if (slug !== null) return { ...start, slug, url: pageOf(urls, kind, slug), version: row.version };
  if (mergedId === null || mergedSlug === null) return { ...start, reason: "removed" };
  const remaining = { id: mergedId, slug: mergedSlug, url: pageOf(urls, kind, mergedSlug) };
  return { ...start, reason: "merged", merged_into: remaining };
}

/** Returns the last change of each public record in the order of `seq`, also for records that are no longer public. */
export default defineOperation({
  name: "read_feed",
  scopes: [],
  actors: ["anonymous", "person", "app", "key"],
  effect: "read",
  input: z.strictObject({
    since: z
      .string()
      .regex(/^\w{1,40}\.\d{1,15}$/, "must be the `next` of an earlier response")
      .optional(),
    limit: z.int().min(1).max(1000).default(100),
  }),
  output: z.strictObject({ items: z.array(entry), next: z.string(), has_more: z.boolean() }),
  async run({ read, site, urls, now }, { since, limit }) {
    const { epoch, seq: head } = (await feedHead(read))!;
    const start = `${epoch}.0`;
    const [givenEpoch, given] = (since ?? start).split(".");
    const after = Number(given);
    if (givenEpoch !== epoch || after > head) {
      const url = `${urls.base}/data/changes?since=${start}`;
      const why = `The feed has started again, because the database was restored, imported or copied. The present start is ${start}.`;
      const fix = `Read the feed again with since=${start}, and delete records of your copy that it does not name.`;
      throw new Problem("conflict", `${why} ${fix}`, {
        errors: [{ field: "since", code: "other_epoch", message: "is of another epoch or in the future", fix }],
        nextActions: [{ why: "Read the feed from its present start.", who: "agent", url }],
      });
    }
    const rows = await feedAfter(read, site.id, now.toISOString(), after, limit + 1);
    const items = rows.slice(0, limit).map((row) => toEntry(row, urls));
    return { items, next: `${epoch}.${items.at(-1)?.seq ?? after}`, has_more: rows.length > limit };
  },
});

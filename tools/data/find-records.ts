import * as z from "zod";
import { feedOf } from "#db/queries/data/feed.ts";
import { type FeedKind, feedKinds } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../core/operations/define.ts";
import { nameOf } from "./shared/record-names.ts";

const recordName = new RegExp(`^(?:${feedKinds.join("|")}):(?:0|[1-9]\\d{0,15})$`);

/** Finds public records by the names that the change feed gives them, in the order of their last change. */
export default defineOperation({
  name: "find_records",
  scopes: [],
  actors: ["anonymous", "person", "app", "key"],
  effect: "read",
  input: z.strictObject({
    ids: z
      .array(z.string().regex(recordName, "must be a kind and an id, such as listing:12 or founder:<feed_id>"))
      .min(1)
      .max(100),
  }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        kind: z.enum(feedKinds),
        id: z.int().optional(),
        feed_id: z.int().optional(),
        seq: z.int(),
        slug: z.string(),
      }),
    ),
    missing: z.array(z.string()),
  }),
  async run({ read, site, now }, { ids }) {
    const names = [...new Set(ids)];
    const asked = names.map((name) => name.split(":") as [FeedKind, string]);
    const pairs = asked.map(([kind, id]): [FeedKind, number] => [kind, Number(id)]);
    const rows = await feedOf(read, site.id, now.toISOString(), pairs);
    const items = rows.flatMap(({ kind, recordId, seq, slug }) =>
      slug === null ? [] : { kind, ...nameOf(kind, recordId), seq, slug },
    );
    const found = new Set(items.map(({ kind, id, feed_id }) => `${kind}:${id ?? feed_id}`));
    return { items, missing: names.filter((name) => !found.has(name)) };
  },
});

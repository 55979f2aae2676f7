import * as z from "zod";
import { seenAt } from "#db/queries/listings/last-seen.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";

export default defineOperation({
  name: "get_last_seen",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({ seen_at: time.nullable() }),
  async run({ read, site }, { slug }) {
    const seen_at = await seenAt(read, site.id, slug);
    return seen_at === undefined ? notFound("listing", slug) : { seen_at };
  },
});

import * as z from "zod";
import { changeStatus, statusBySlug } from "../../db/queries/listing-status.ts";
import { defineOperation } from "../core/define.ts";
import { notFound } from "../core/errors.ts";
import { slug } from "../core/fields.ts";

/** Takes a live listing out of the public directory, for a reason that its owner reads. */
export default defineOperation({
  name: "suspend_listing",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ slug, reason: z.string().trim().min(1) }),
  output: z.strictObject({ slug: z.string(), status: z.literal("suspended") }),
  async run({ site, now }, { slug, reason }) {
    return async (tx, record) => {
      const row = (await statusBySlug(tx, site.id, slug)) ?? notFound("listing", slug);
      await changeStatus(tx, row, "suspended", reason, now);
      record({
        subjects: [`listing:${row.id}`],
        before: { status: row.status },
        after: { status: "suspended", status_message: reason },
      });
      return { slug, status: "suspended" as const };
    };
  },
});

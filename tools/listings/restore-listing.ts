import * as z from "zod";
import { changeStatus, statusBySlug } from "../../db/queries/listing-status.ts";
import { defineOperation } from "../core/define.ts";
import { notFound, Problem } from "../core/errors.ts";
import { slug } from "../core/fields.ts";

/** Makes a suspended listing live again. */
export default defineOperation({
  name: "restore_listing",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string(), status: z.literal("live") }),
  async run({ site, now }, { slug }) {
    return async (tx, record) => {
      const row = (await statusBySlug(tx, site.id, slug)) ?? notFound("listing", slug);
      if (row.status !== "suspended")
        throw new Problem("state_conflict", `${slug} is ${row.status}; only a suspended listing can be restored`);
      await changeStatus(tx, row, "live", null, now);
      record({ subjects: [`listing:${row.id}`], before: { status: row.status }, after: { status: "live" } });
      return { slug, status: "live" as const };
    };
  },
});

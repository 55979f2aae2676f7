import * as z from "zod";
import { pageFacts } from "#db/queries/listings/last-seen.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";

/** Facts that only the listing's page shows. */
export default defineOperation({
  name: "get_page_facts",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({
    seen_at: time.nullable().describe("Last response of the website to a check"),
    has_owner: z.boolean().describe("Whether an account may edit the listing"),
  }),
  async run({ read, site }, { slug }) {
    return (await pageFacts(read, site.id, slug)) ?? notFound("listing", slug);
  },
});

import * as z from "zod";
import { subjectsPage } from "#db/queries/listings/subjects.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

const subject = z.strictObject({
  slug: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  also_known_as: z.array(z.string()),
  listings: z.int().describe("Number of live listings that name it"),
});

export default defineTeamTool({
  name: "list_subjects",
  description: "Lists the products that listings name as what they replace, by name. A subject need not be listed.",
  rest: { method: "GET", path: "/team/subjects" },
  scopes: ["team:content"],
  effect: "read",
  input: z.strictObject({ q: z.string().trim().max(120).default("").describe("part of a name"), ...openPageInput }),
  output: openPageOf(subject),
  async run({ read, site }, { q, ...page }) {
    const { limit, offset } = openWindowOf(page);
    const items = (await subjectsPage(read, site.id, q, limit, offset)).map(
      ({ id: _, alsoKnownAs: also_known_as, listingCount: listings, ...one }) => ({ ...one, also_known_as, listings }),
    );
    return openPageFrom(items, page);
  },
});

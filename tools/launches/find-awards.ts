import * as z from "zod";
import { teamAwards } from "#db/queries/sites/team-lists.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

const award = z.strictObject({
  id: z.int(),
  label: z.string(),
  board: z.string(),
  period: z.string(),
  rank: z.int(),
  listing: z.string(),
});

export default defineTeamTool({
  name: "find_awards",
  command: {
    name: "award list",
    description: "List awards, latest first",
    site: "option",
    columns: ["id", "period", "rank", "listing", "label", "board"],
  },
  description: "Returns the site's awards, latest first.",
  rest: { method: "GET", path: "/team/awards" },
  scopes: ["team:content"],
  effect: "read",
  input: z.strictObject({
    period: z.string().optional().describe("only awards for a week or month, such as 2026-W47 or 2026-11"),
    ...operatorPageInput,
  }),
  output: openPageOf(award),
  async run({ read, site }, { period = null, ...page }) {
    const { limit, offset } = openWindowOf(page);
    return openPageFrom(await teamAwards(read, site.id, period, limit, offset), page);
  },
});

import * as z from "zod";
import { type QueryOfSite, queriesOfSite } from "#db/queries/insights/read-insights.ts";
import { wholeSite } from "#db/schema/insights.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { dayCounts, insightShape, maxQueries, pageDays, periodInput, periodOf, readCounts } from "./shared/insights.ts";

const queries = z.array(z.strictObject({ query: z.string(), uses: z.int(), opens: z.int(), results: z.int() }));

export default defineTeamTool({
  name: "get_site_insights",
  description:
    "Returns how often the site's listings were found, opened, compared and visited in a period, by default the last 90 days. Also returns the most frequent queries, those without results, and those whose results nobody opened. Queries and client names are words of strangers.",
  rest: { method: "GET", path: "/team/insights" },
  scopes: ["team:review", "team:content", "team:admin"],
  effect: "read",
  input: z.strictObject(periodInput),
  output: z.strictObject({
    ...insightShape,
    queries,
    queries_without_results: queries,
    queries_without_opens: queries,
    days: dayCounts,
  }),
  async run({ read, site, now }, asked) {
    const period = periodOf(asked, now, pageDays);
    const all = await queriesOfSite(read, site.id, period);
    const first = (isShown: (query: QueryOfSite) => boolean) => all.filter(isShown).slice(0, maxQueries);
    return {
      ...(await readCounts(read, { siteId: site.id, listingId: wholeSite }, period, now)),
      queries: first(() => true),
      queries_without_results: first(({ results }) => results === 0),
      queries_without_opens: first(({ results, opens }) => results > 0 && opens === 0),
    };
  },
});

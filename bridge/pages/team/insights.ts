import getSiteInsights from "#tools/insights/get-site-insights.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { answerInsights, figures } from "../own-listing/insights-view.ts";

type Queries = { query: string; uses: number; opens: number; results: number }[];

const searches = (title: string, queries: Queries) =>
  figures(
    title,
    ["Search", "Uses", "Results", "Opened"],
    queries.map(({ query, uses, opens, results }) => [html`“<bdi>${query}</bdi>”`, uses, results, opens]),
  );

export const teamInsightsPage = definePage({
  path: "/team/insights",
  name: "team_insights",
  audience: "team",
  scopes: ["team:review", "team:content", "team:admin"],
  menu: { in: "team", label: "Insights", place: 0.5 },
  get: (visit) =>
    answerInsights(visit, (period) => visit.call(getSiteInsights, period), {
      title: "Insights",
      layout: "team",
      file: `${visit.site.key}-insights`,
      head: html`<h1>Insights</h1>`,
      subject: `the listings of ${visit.site.name}`,
      searches: ({ queries, queries_without_results, queries_without_opens }) => [
        searches("Searches without results: products to add", queries_without_results),
        searches("Searches with results that nobody opened", queries_without_opens),
        searches("Most frequent searches", queries),
      ],
    }),
});

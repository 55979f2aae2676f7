import getSiteInsights from "#tools/insights/get-site-insights.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import {
  askedPeriod,
  clientTable,
  figures,
  hasEvents,
  inPeriod,
  insightCharts,
  insightsFile,
  periodForm,
} from "../frame/insights.ts";
import type { SignedInVisit } from "../frame/visit.ts";

const insightsOf = (visit: SignedInVisit) => inPeriod(visit.call(getSiteInsights, askedPeriod(visit)));

export const teamInsightsPage = definePage({
  audience: "team",
  scopes: ["team:review", "team:content", "team:admin"],
  path: "/team/insights",
  name: "team_insights",
  menu: { in: "team", label: "Insights", place: 0.5 },
  async get(visit) {
    const { output, errors } = await insightsOf(visit);
    return answerPage(visit, {
      title: "Insights",
      layout: "team",
      errors,
      body: html`<h1>Insights</h1>
<p class="lead">How people and assistants found, opened and visited the listings of ${visit.site.name}. “Before” means the same number of days before the period.</p>
${periodForm(visit, output, errors)}
${
  output &&
  (hasEvents(output) || output.queries.length > 0
    ? html`${insightCharts(output)}
<h2>Searches</h2>
<p class="hint">Searches that at least five people or networks have used in one week. The figures are those of whole weeks, from Monday to Sunday.</p>
${searches("Searches without results: products to add", output.queries_without_results)}
${searches("Searches with results that nobody opened", output.queries_without_opens)}
${searches("Most frequent searches", output.queries)}
${clientTable(output)}`
    : html`<p class="empty">Nothing was counted in this period. As soon as people or assistants use the site, you will see charts by day, searches, channels and the names of assistants here.</p>`)
}`,
    });
  },
});

export const teamInsightsFilePage = definePage({
  audience: "team",
  scopes: ["team:review", "team:content", "team:admin"],
  path: "/team/insights.csv",
  name: "team_insights_file",
  async get(visit) {
    const { output, errors } = await insightsOf(visit);
    return output
      ? insightsFile(visit, output, `${visit.site.key}-insights`)
      : answerFault(visit, { status: 422, title: "Invalid period", text: Object.values(errors).join(" ") });
  },
});

type Queries = { query: string; uses: number; opens: number; results: number }[];

/** The first ones; the rest is folded, so that the page stays short. */
const searches = (title: string, queries: Queries): HtmlValue => {
  const rows = queries.map(({ query, uses, opens, results }) => [html`“<bdi>${query}</bdi>”`, uses, results, opens]);
  const list = (label: string, some: HtmlValue[][]) => figures(label, ["Search", "Uses", "Results", "Opened"], some);
  return html`<section><h3>${title}</h3>
${rows.length === 0 ? html`<p class="empty">There are none in this period.</p>` : list(title, rows.slice(0, maxShown))}
${
  rows.length > maxShown &&
  html`<details class="folded"><summary>Show ${rows.length - maxShown} more</summary>${list(`${title}, continued`, rows.slice(maxShown))}</details>`
}</section>
`;
};

const maxShown = 10;

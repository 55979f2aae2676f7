import type * as z from "zod";
import { type InsightChannel, insightChannels, insightCounters } from "#db/schema/vocabulary.ts";
import type getInsights from "#tools/insights/get-insights.ts";
import { counterWords } from "#tools/insights/shared/insights.ts";
import { answerFile, answerPage } from "../frame/answers.ts";
import { chart } from "../frame/chart.ts";
import { textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { shortDay } from "../frame/time.ts";
import type { Visit } from "../frame/visit.ts";

type Counts = Omit<z.input<typeof getInsights.output>, "queries" | "followers">;

const channelWords: Record<InsightChannel, string> = { page: "Website", mcp: "Assistants", rest: "API", feed: "Feeds" };

interface InsightsPage<Output> {
  title: string;
  layout: "signed-in" | "team";
  /** The beginning of the name of the CSV file. */
  file: string;
  /** The top of the page. */
  head: Html;
  /** The product or products that the figures are about. */
  subject: HtmlValue;
  /** Further links below the form. */
  links?: HtmlValue;
  searches(output: Output): HtmlValue;
}

/** Shows the figures of the period in the URL, or sends them as a CSV file. An empty field of the form is not sent on. */
export async function answerInsights<Output extends Counts>(
  visit: Visit,
  read: (period: { from?: string; to?: string }) => Promise<Output>,
  { title, layout, file, head, subject, links, searches }: InsightsPage<Output>,
): Promise<Response> {
  const { pathname, searchParams } = visit.url;
  const asked = (name: string) => searchParams.get(name)?.trim().slice(0, 40) || undefined;
  const period = { from: asked("from"), to: asked("to") };
  const { output, errors } = await submit(read(period), { from: { label: "From" }, to: { label: "To" } });
  if (output && searchParams.get("format") === "csv") return csvFile(visit, output, file);
  const date = (name: "from" | "to", label: string) =>
    textField({ name, type: "date", label, value: period[name] ?? output?.[name], error: errors?.[name] });
  const hasEvents = output && insightCounters.some((name) => output.totals[name] + output.previous[name] > 0);
  return answerPage(visit, {
    title,
    layout,
    errors,
    body: html`${head}
<p class="lead">How people and assistants found, opened and visited ${subject}. “Before” means the same number of days before the period.</p>
<form class="filter" method="get" action="${pathname}">
${date("from", "From")}
${date("to", "To")}
<button>Show</button>
</form>
<p>${output && html`<a href="${pathname}?from=${output.from}&to=${output.to}&format=csv">Download CSV file</a> · `}<a href="/docs/insights">What counts</a>${links}</p>
${output && !hasEvents && html`<p class="empty">Nothing was counted in this period. As soon as people or assistants find, open, compare or visit ${subject}, you will see charts by day, searches, channels and the names of assistants here.</p>`}
${output && hasEvents && charts(output)}
${
  output &&
  hasEvents &&
  html`<p class="hint">A search appears here once at least five people or networks have used it in one week. The figures are those of whole weeks, from Monday to Sunday.</p>
${searches(output)}
${figures(
  "Assistants",
  ["Assistant", "Profile reads"],
  output.clients.map(({ name, reads }) => [name === "other" ? "Others" : html`<bdi>${name}</bdi>`, reads]),
)}`
}`,
  });
}

const columns = insightCounters.map((name) => counterWords[name]);

const charts = ({ totals, previous, by_channel, days }: Counts): Html => html`<div class="charts">${insightCounters.map(
  (name) => html`<section aria-labelledby="${name}"><h2 id="${name}">${counterWords[name]}</h2>
<p><strong>${totals[name].toLocaleString("en")}</strong> <span class="hint">before: ${previous[name].toLocaleString("en")}</span></p>
${chart({
  title: counterWords[name],
  kind: "count",
  points: days.map((day) => ({ at: Date.parse(day.day), value: day[name], label: shortDay(Date.parse(day.day)) })),
})}</section>
`,
)}</div>
<details class="folded"><summary>Show as table</summary>
${table("Events by day", ["Day", ...columns], rowsOf({ days }).toReversed())}</details>
${figures(
  "Channels",
  ["Event", ...insightChannels.map((channel) => channelWords[channel])],
  insightCounters.map((name) => [counterWords[name], ...insightChannels.map((channel) => by_channel[channel][name])]),
)}`;

/** The first rows of a table of numbers; the rest is folded, so that the page stays short. */
export const figures = (title: string, columns: string[], rows: HtmlValue[][]): Html => html`<section><h2>${title}</h2>
${rows.length === 0 ? html`<p class="empty">There are none in this period.</p>` : table(title, columns, rows.slice(0, maxRows))}
${
  rows.length > maxRows &&
  html`<details class="folded"><summary>Show ${rows.length - maxRows} more</summary>${table(`${title}, continued`, columns, rows.slice(maxRows))}</details>`
}</section>
`;

const maxRows = 10;

/** The table scrolls on narrow screens. */
const table = (caption: string, columns: string[], rows: HtmlValue[][]): Html => {
  const cell = (value: HtmlValue) => html`<td>${typeof value === "number" ? value.toLocaleString("en") : value}</td>`;
  return html`<div class="figures" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map(cell)}</tr>
`,
  )}</tbody>
</table></div>`;
};

const rowsOf = ({ days }: Pick<Counts, "days">) =>
  days.map(({ day, ...counts }) => [day, ...insightCounters.map((name) => counts[name])]);

const csvFile = (visit: Visit, counts: Counts, name: string): Response =>
  answerFile(
    visit,
    [["day", ...insightCounters], ...rowsOf(counts)].map((row) => `${row.join()}\r\n`).join(""),
    `${name}-${counts.from}-${counts.to}.csv`,
    "text/csv; charset=utf-8",
  );

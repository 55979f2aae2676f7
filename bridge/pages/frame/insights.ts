import type * as z from "zod";
import { type InsightChannel, insightChannels, insightCounters } from "#db/schema/vocabulary.ts";
import type getInsights from "#tools/insights/get-insights.ts";
import { counterWords } from "#tools/insights/shared/insights.ts";
import { answerFile } from "./answers.ts";
import { chart } from "./chart.ts";
import { type FieldErrors, textField } from "./fields.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { submit } from "./submit.ts";
import { shortDay } from "./time.ts";
import type { Visit } from "./visit.ts";

export type Counts = Omit<z.input<typeof getInsights.output>, "queries" | "followers">;

const channelWords: Record<InsightChannel, string> = {
  page: "Website",
  mcp: "Assistants",
  rest: "API",
  feed: "Feeds",
};

/** The period in the URL; an empty field of the form is not sent on. */
export const askedPeriod = ({ url }: Visit) => {
  const asked = (name: string) => url.searchParams.get(name)?.trim().slice(0, 40) || undefined;
  return { from: asked("from"), to: asked("to") };
};

export const inPeriod = <Output>(call: Promise<Output>) =>
  submit(call, { from: { label: "From" }, to: { label: "To" } });

/** The form for the period, and the link to the CSV file if the period is valid. */
export function periodForm(
  visit: Visit,
  shown: Pick<Counts, "from" | "to"> | undefined,
  errors: FieldErrors = {},
): Html {
  const { from = shown?.from, to = shown?.to } = askedPeriod(visit);
  const { pathname } = visit.url;
  return html`<form class="filter" method="get" action="${pathname}">
${textField({ name: "from", type: "date", label: "From", value: from, error: errors.from })}
${textField({ name: "to", type: "date", label: "To", value: to, error: errors.to })}
<button>Show</button>
</form>
${shown && html`<p><a href="${pathname}.csv?from=${shown.from}&to=${shown.to}">Download CSV file</a> · <a href="/docs/insights">What counts</a></p>`}`;
}

export const hasEvents = ({ totals, previous }: Counts): boolean =>
  insightCounters.some((name) => totals[name] + previous[name] > 0);

/** The charts, the table of channels, and one table of all days for readers who cannot see the charts. */
export const insightCharts = ({
  totals,
  previous,
  by_channel,
  days,
}: Counts): Html => html`<div class="charts">${insightCounters.map(
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
${figures("Events by day", ["Day", ...insightCounters.map((name) => counterWords[name])], days.map((day) => [day.day, ...insightCounters.map((name) => day[name])]).reverse())}</details>
<section aria-labelledby="channels"><h2 id="channels">Channels</h2>
${figures(
  "Events by channel",
  ["Event", ...insightChannels.map((channel) => channelWords[channel])],
  insightCounters.map((name) => [counterWords[name], ...insightChannels.map((channel) => by_channel[channel][name])]),
)}</section>`;

export const clientTable = ({
  clients,
}: Counts): Html => html`<section aria-labelledby="clients"><h2 id="clients">Assistants</h2>
${
  clients.length === 0
    ? html`<p class="empty">No assistant has read a profile in this period.</p>`
    : figures(
        "Profile reads by assistant",
        ["Assistant", "Profile reads"],
        clients.map(({ name, reads }) => [name === "other" ? "Others" : html`<bdi>${name}</bdi>`, reads]),
      )
}</section>`;

/** A table of numbers, which scrolls on narrow screens. */
export const figures = (
  caption: string,
  columns: string[],
  rows: HtmlValue[][],
): Html => html`<div class="figures" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([
    head,
    ...cells
  ]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${typeof cell === "number" ? cell.toLocaleString("en") : cell}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;

/** The counts of each day as a file. */
export const insightsFile = (visit: Visit, { from, to, days }: Counts, name: string): Response =>
  answerFile(
    visit,
    [["day", ...insightCounters], ...days.map((day) => [day.day, ...insightCounters.map((counter) => day[counter])])]
      .map((row) => `${row.join()}\r\n`)
      .join(""),
    `${name}-${from}-${to}.csv`,
    "text/csv; charset=utf-8",
  );

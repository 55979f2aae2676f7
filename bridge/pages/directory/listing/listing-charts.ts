import type * as z from "zod";
import { dayMs, startOfWeek } from "#db/values/week.ts";
import type getHistory from "#tools/listings/public/get-history.ts";
import { chart } from "../../frame/chart.ts";
import { type HtmlValue, html } from "../../frame/html.ts";
import { periodWords, shortDay, weekWords } from "../../frame/time.ts";

type History = z.input<typeof getHistory.output>;

export function votesByDay({ votes }: History): HtmlValue {
  if (votes.length === 0) return null;
  const byDay = new Map(votes.map(({ day, votes }) => [Date.parse(day), votes]));
  const last = Date.parse(votes.at(-1)!.day);
  const first = Date.parse(votes[0]!.day);
  const days = Array.from({ length: (last - first) / dayMs + 1 }, (_, i) => first + i * dayMs);
  return chart({
    title: "Votes by day",
    columns: ["Day", "Votes"],
    kind: "count",
    points: days.map((at) => ({ at, value: byDay.get(at) ?? 0, label: shortDay(at) })),
  });
}

/** Charts of the rank by week and the Domain Rating by month, each shown only if it has at least two values. */
export const listingCharts = ({ ranks, ratings }: History): HtmlValue => [
  ranks.length > 1 &&
    html`<section aria-labelledby="ranks"><h2 id="ranks">Rank by week</h2>
${chart({
  title: "Rank on the weekly leaderboard",
  columns: ["Week", "Rank"],
  kind: "rank",
  points: ranks.map(({ week, rank }) => ({
    at: startOfWeek(week)!.getTime(),
    value: rank,
    label: weekWords(week),
  })),
})}</section>
`,
  ratings.length > 1 &&
    html`<section aria-labelledby="ratings"><h2 id="ratings">Domain Rating over time</h2>
${chart({
  title: "Domain Rating",
  columns: ["Month", "Rating"],
  kind: "score",
  points: ratings.map(({ checked_at, value }) => ({
    at: Date.parse(checked_at),
    value,
    label: periodWords(checked_at.slice(0, 7)),
  })),
})}</section>
`,
];

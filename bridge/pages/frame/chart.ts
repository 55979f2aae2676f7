import { type Html, html } from "./html.ts";

interface Point {
  /** Unix time in milliseconds. */
  at: number;
  value: number;
  label: string;
}

interface Chart {
  /** Alternative text for the line and a caption for the table. */
  title: string;
  /** At least one point, oldest first. */
  points: readonly Point[];
  /** Decides about the axis: counts start at 0, the best rank is at the top, and scores are from 0 to 100. */
  kind: "count" | "rank" | "score";
  /** Headings of the table. A page with one table for several charts leaves them out. */
  columns?: readonly [string, string];
}

const width = 320;
const height = 72;
/** Space above and below the line, so that its stroke is not cut off. */
const edge = 4;
/** Fewer points are dots with their values, because a line between two ranks looks like a trend. */
const minLine = 4;

/** A small line chart with the ends of its axis and its first and last values, and a table of all values. */
export function chart({ title, points, kind, columns }: Chart): Html {
  const [first, last] = [points[0]!, points.at(-1)!];
  const [low, high] = axes[kind](points.map(({ value }) => value));
  const x = (at: number) => round(first === last ? width / 2 : ((at - first.at) / (last.at - first.at || 1)) * width);
  const y = (value: number) => {
    const share = (value - low) / (high - low);
    return round(edge + (kind === "rank" ? share : 1 - share) * (height - 2 * edge));
  };
  const places = points.map(({ at, value }) => `${x(at)} ${y(value)}`);
  const line = places.join("L");
  const isLine = points.length >= minLine;
  const ends = kind === "rank" ? [low, high] : [high, low];
  return html`<figure class="chart">
<div class="plot"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: from ${first.value} to ${last.value}"><path class="grid" d="M0 ${edge}H${width}M0 ${height - edge}H${width}" vector-effect="non-scaling-stroke"/>${
    isLine && kind !== "rank" && html`<path class="under" d="M0 ${height - edge}L${line}L${width} ${height - edge}Z"/>`
  }<path class="${isLine ? "line" : "dots"}" d="${isLine ? `M${line}` : places.map((place) => `M${place}h0`).join("")}" vector-effect="non-scaling-stroke"/></svg>
<div class="axis" aria-hidden="true">${ends.map((end) => html`<span>${end.toLocaleString("en")}</span>`)}</div></div>
<figcaption>${(isLine ? [first, last] : points).map(({ label, value }) => html`<span>${label}: <strong>${value.toLocaleString("en")}</strong></span>`)}</figcaption>
${
  columns &&
  html`<details><summary>Show as table</summary>
<table><caption class="hidden">${title}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${points.map(({ label, value }) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody>
</table></details>`
}
</figure>
`;
}

type Axis = [low: number, high: number];

const axes: Record<Chart["kind"], (values: number[]) => Axis> = {
  count: (values) => [0, roundedUp(Math.max(...values))],
  rank: (values) => [1, Math.max(10, ...values)],
  score: (values) => [
    Math.max(0, Math.floor((Math.min(...values) - 1) / 10) * 10),
    Math.max(10, Math.ceil(Math.max(...values) / 10) * 10),
  ],
};

/** The next round number, at least 5, so that a single event does not fill the chart. */
function roundedUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 10))) / 2;
  return Math.ceil(value / unit || 1) * unit;
}

const round = (value: number) => Math.round(value * 10) / 10;

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
  /** At least two points, oldest first. */
  points: readonly Point[];
  columns: readonly [string, string];
  /** True for ranks: the lowest value is at the top. */
  isLowBest?: boolean;
  /** True for counts: the axis starts at 0 instead of at the lowest value. */
  isCount?: boolean;
}

const width = 320;
const height = 72;
/** Space above and below the line, so that its stroke is not cut off. */
const edge = 4;

/** A small line chart labelled with its first and last values, and a table of all values. */
export function chart({ title, points, columns, isLowBest = false, isCount = false }: Chart): Html {
  const [first, last] = [points[0]!, points.at(-1)!];
  const values = points.map(({ value }) => value);
  const [low, high] = [isCount ? 0 : Math.min(...values), Math.max(...values)];
  const x = (at: number) => round(((at - first.at) / (last.at - first.at || 1)) * width);
  const y = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return round(edge + (isLowBest ? share : 1 - share) * (height - 2 * edge));
  };
  const line = points.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L");
  return html`<figure class="chart">
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: from ${first.value} to ${last.value}"><path class="under" d="M0 ${height}L${line}L${width} ${height}Z"/><path class="line" d="M${line}" vector-effect="non-scaling-stroke"/></svg>
<figcaption><span>${first.label}: <strong>${first.value}</strong></span><span>${last.label}: <strong>${last.value}</strong></span></figcaption>
<details><summary>Show as table</summary>
<table><caption class="hidden">${title}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${points.map(({ label, value }) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody>
</table></details>
</figure>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;

import { type Html, html } from "./html.ts";

interface Point {
  /** Milliseconds of the clock. */
  at: number;
  value: number;
  /** What the point is called in the table. */
  label: string;
}

interface Chart {
  /** What it is of, for who does not see it and above the table. */
  title: string;
  /** Two or more, oldest first. */
  points: readonly Point[];
  /** Heads of the columns of the table. */
  columns: readonly [string, string];
  /** For places, of which the first is the best. */
  isLowBest?: boolean;
  /** For counts, which begin at none; others show how they moved. */
  isCount?: boolean;
}

const width = 320;
const height = 72;
/** Room for half of the line above the highest and below the lowest point. */
const edge = 4;

/** A small chart: one line over a tint, its first and last value, and all of it as a table. */
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
<details><summary>As a table</summary>
<table><caption class="hidden">${title}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${points.map(({ label, value }) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody>
</table></details>
</figure>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;

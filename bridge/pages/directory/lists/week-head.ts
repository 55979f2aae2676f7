import type * as z from "zod";
import { dayMs, startOfWeek } from "#db/values/week.ts";
import type getLaunchWeek from "#tools/launches/get-launch-week.ts";
import { type Html, html } from "../../frame/html.ts";

export type CurrentWeek = Pick<z.input<typeof getLaunchWeek.output>, "week" | "items">;

const days = 7;
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** The head of the week's ranking; `all` links to all its launches. */
export function weekHead({ week, items }: CurrentWeek, now: Date, all: Html): Html {
  const start = startOfWeek(week)!;
  const dates = date.formatRange(start, new Date(start.getTime() + (days - 1) * dayMs));
  const products = `${items.length} ${items.length === 1 ? "product" : "products"}`;
  return html`<header class="week-head">
<h2 id="ranking">Week ${Number(week.slice(6))}<span class="hidden">: this week's launches</span></h2>
<p class="week-line">${dates} · ${products} · vote until the end of Sunday (UTC)</p>
<div class="list-head">${dayBars((now.getTime() - start.getTime()) / dayMs)}${all}</div>
</header>`;
}

/** One bar per day. Today's bar grows in steps of a quarter, so that caches can keep the page longer. */
function dayBars(passed: number): Html {
  const today = Math.floor(passed);
  const left = days - today - 1;
  const bar = (day: number) => (day < today ? 100 : day > today ? 0 : Math.ceil((passed - today) * 4) * 25);
  return html`<div class="days" role="img" aria-label="${left === 0 ? "Last day" : `Day ${today + 1} of ${days}`}">${Array.from(
    { length: days },
    (_, day) =>
      html`<svg width="100%" height="6" aria-hidden="true" focusable="false"><rect class="rail" width="100%" height="6" rx="3"/>${
        bar(day) > 0 && html`<rect class="run" width="${bar(day)}%" height="6" rx="3"/>`
      }</svg>`,
  )}</div>`;
}

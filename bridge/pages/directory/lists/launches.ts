import { dayMs, weekOf } from "#db/values/week.ts";
import { invalid } from "#tools/core/errors/errors.ts";
import { readMonth } from "#tools/core/input/periods.ts";
import { facts } from "#tools/core/text/text.ts";
import listLaunchWeeks, { type LaunchWeek } from "#tools/launches/list-launch-weeks.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import { freeWeeks, leadTimeSentence } from "#tools/launches/shared/free-rules.ts";
import { type SiteRules, siteRules } from "#tools/site/shared/rules.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedPath, listingEntry } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { listPath } from "../../frame/page-links.ts";
import { periodWords, weekDays } from "../../frame/time.ts";

const path = "/launches";
const monthsShown = 8;
const maxWeeks = 53;
/** The maximum number of launches that list_launches returns per section. */
const feedEntries = 24;

export const launchesPage = definePage({
  path,
  name: "launches_page",
  audience: "everyone",
  menu: { in: "header", label: "Launches", place: 1 },
  indexed: true,
  maxAge: 60,
  async get(ask, { query, site, urls, now }) {
    const from = query.get("from");
    // By default, the page starts with the previous month and covers all weeks with free places.
    const first = from === null ? monthAt(now.toISOString().slice(0, 7), -1) : requestedMonth(from, now);
    const end = monthAt(first, monthsShown);
    const { items } = await ask(listLaunchWeeks, { from: firstWeek(first), count: maxWeeks });
    const weeks = items.filter(({ starts_at }) => starts_at.slice(0, 7) < end);
    const months = [...Map.groupBy(weeks, ({ starts_at }) => starts_at.slice(0, 7))];
    const { freeQueue } = siteRules(site.settings);
    const places = placesLeft(now, freeQueue);
    const linkTo = (month: string) => listPath(path, { from: month });
    return {
      title: "Launches",
      description: `Launch weeks on ${site.name}, with their launches and the places left.`,
      canonical: `${urls.base}${from === null ? path : linkTo(first)}`,
      feed: feedPath(path),
      text: ["# Launches", ...weeks.map((week) => weekText(week, urls.base, places(week)))].join("\n"),
      body: html`<h1>Launches</h1>
<p class="lead">Each launch week starts on Monday at 00:00 UTC, and voting closes at the end of Sunday (UTC). Upcoming weeks show how many places are left. ${leadTimeSentence(freeQueue.firstWeekOffset)} <a href="${feedPath(path)}">Subscribe to feed</a></p>
<p class="actions"><a class="button primary" href="/launches/current">See this week</a><a class="button" href="/submit">Submit a product</a></p>
<div class="calendar">${months.map(([month, weeks]) => monthRow(month, weeks, places))}</div>
<nav class="pages" aria-label="Months">
${items[0]?.week === firstWeek(first) && html`<a class="button" rel="prev" href="${linkTo(monthAt(first, -monthsShown))}">Earlier months</a>`}
${weeks.length > 0 && html`<a class="button" rel="next" href="${linkTo(end)}">Later months</a>`}
</nav>`,
    };
  },
  async feed(ask, { site, urls }) {
    const { sections } = await ask(listLaunches, { per_section: feedEntries });
    const { items } = sections.find(({ key }) => key === "just-launched")!;
    return {
      title: `Launches on ${site.name}`,
      path,
      entries: items.map((listing) => listingEntry(listing, urls)),
    };
  },
});

const monthForm = "a month such as 2026-11";
const requestedMonth = (text: string, now: Date): string =>
  readMonth(text, now) ?? invalid("from", "invalid_period", `must be ${monthForm}`, { fix: `Use ${monthForm}.` });

const monthAt = (month: string, by: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by)).toISOString().slice(0, 7);

/** The first week whose Monday is in the month. */
const firstWeek = (month: string): string => weekOf(new Date(new Date(`${month}-01`).getTime() + 6 * dayMs));

const monthRow = (month: string, weeks: LaunchWeek[], places: PlacesLeft): Html => html`
<section aria-labelledby="month-${month}"><h2 id="month-${month}">${periodWords(month)}</h2>
<ol role="list">${weeks.map((week) => cell(week, places(week)))}</ol></section>`;

const cell = ({ week, label, status, slots }: LaunchWeek, [first, ...others]: string[]): Html => html`
<li class="week-${status}"><p><a class="whole" href="/launches/${week}" title="${label}">${weekDays(week)}</a> <span class="hint">Week ${Number(week.slice(6))}</span></p>
<p>${status === "live" ? html`<strong>Live now</strong>` : status === "closed" ? "Closed" : first}</p>
${status === "upcoming" ? others.map((line) => html`<p class="hint">${line}</p>`) : html`<p class="hint">${launched(slots)}</p>`}</li>`;

type PlacesLeft = (week: LaunchWeek) => string[];

/** Words for the places left in an upcoming week. Free places count only in weeks that the free queue can reach. */
export function placesLeft(now: Date, freeQueue: SiteRules["freeQueue"]): PlacesLeft {
  const { from, until } = freeWeeks(now, freeQueue);
  const left = (kind: "free" | "paid", { total, taken }: LaunchWeek["slots"]["free"]) => {
    const count = Math.max(0, total - taken);
    return `${count === 0 ? "No" : count} ${kind} ${count === 1 ? "launch" : "launches"} left`;
  };
  return ({ week, slots: { free, paid } }) =>
    week >= from && week <= until ? [left("free", free), left("paid", paid)] : [left("paid", paid)];
}

const weekText = ({ week, label, status, slots }: LaunchWeek, base: string, places: string[]) =>
  `- ${facts(`[${week}](${base}/launches/${week})`, label, status, ...(status === "upcoming" ? places : [launched(slots)]))}`;

const launched = ({ free, paid }: LaunchWeek["slots"]) => {
  const count = free.taken + paid.taken;
  return `${count} ${count === 1 ? "launch" : "launches"}`;
};

import { addWeeks, startOfWeek } from "#db/values/week.ts";
import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunchWeeks, { type LaunchWeek } from "#tools/launches/list-launch-weeks.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import type { WeekTotals } from "#tools/votes/shared/records.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { listPath } from "../frame/page-links.ts";
import { spanOf, timeOf, weekWords } from "../frame/time.ts";
import { voteTotals } from "../frame/vote-totals.ts";
import { crumbs, trail } from "./crumbs.ts";
import { feedLength, feedPath, listingEntry } from "./feed.ts";
import { empty } from "./list-parts.ts";
import { listingRow, listingRows, paidTag } from "./listing-row.ts";
import { publicPage } from "./public-page.ts";
import { listingList } from "./structured-data.ts";
import { rowVotes } from "./vote.ts";

/** `/launches/{week}`: who launches in a week, in order of its votes. */
export const mountLaunchWeek = publicPage({
  path: "/launches/:week",
  name: "launch_week_page",
  what: "launch week",
  maxAge: 30,
  async page(ask, { params, site, urls, visit, address }) {
    const { items, ...week } = await ask(getLaunchWeek, { week: params.week! });
    const { status, slots, votes, label, starts_at, ends_at } = week;
    const path = `/launches/${week.week}`;
    const { items: before } = await ask(listLaunchWeeks, { from: addWeeks(week.week, -1), count: 1 });
    const vote = await rowVotes(visit, status === "upcoming" ? [] : items, address);
    const number = Number(week.week.slice(6));
    return {
      title: `Launches of week ${number}, ${week.week.slice(0, 4)}`,
      description: `Products that launch on ${site.name} in the week of ${label}.`,
      canonical: `${urls.base}${path}`,
      feed: feedPath(path),
      structuredData: [
        trail({ site, urls }, { path: "/launches", name: "Launch weeks" }, { path, name: `Week ${number}` }),
        // What is announced has no page yet.
        listingList(urls.base, status === "upcoming" ? [] : items),
      ],
      layout: "wide",
      body: html`${crumbs({ path: "/launches", name: "Launch weeks" })}
<header class="week-head"><h1>Week ${number}</h1>
<p class="lead">${spanOf(label, starts_at, ends_at)}. <a href="${feedPath(path)}">As a feed</a></p></header>
${said(week, items.length)}
<div class="list-head"><h2>${status === "upcoming" ? "Announced" : "Standings"}</h2></div>
${
  items.length > 0
    ? listingRows(
        items.map((listing, i) =>
          // What has not launched has no page yet.
          status === "upcoming" ? announced(listing) : listingRow(listing, { rank: i + 1, end: vote(listing) }),
        ),
        { isRanked: status !== "upcoming" },
      )
    : nobody(status)
}
${items.length < slots.free.taken + slots.paid.taken && status !== "upcoming" && rest(week.week)}
${votes && votesSaid(votes, status)}
${turns(week.week, before.length > 0)}`,
    };
  },
  async feed(ask, { params, site, urls }) {
    const { items, week, label, status } = await ask(getLaunchWeek, { week: params.week! });
    return {
      title: `Launches of ${label} on ${site.name}`,
      path: `/launches/${week}`,
      // Entries lead to pages, which only what has launched has.
      entries: status === "upcoming" ? [] : items.slice(0, feedLength).map((listing) => listingEntry(listing, urls)),
    };
  },
});

const left = (kind: "free" | "paid", { total, taken }: LaunchWeek["slots"]["free"]): string =>
  taken >= total ? `All ${total} ${kind} places are taken.` : `${total - taken} of ${total} ${kind} places are left.`;

/** Where the week stands, and what can be done. */
function said({ status, slots, starts_at, ends_at }: LaunchWeek, count: number): Html {
  if (status === "closed")
    return html`<p><span class="tag">Closed</span> Voting ended ${timeOf(ends_at)}. Places are final; the numbers at the right count later votes as well.</p>`;
  if (status === "live")
    return html`<p><span class="tag live">Live</span> Voting ends ${timeOf(ends_at)}. ${count > 0 && "Places are by the votes of this week; the numbers at the right count earlier ones as well."}</p>`;
  return html`<p><span class="tag">Upcoming</span> Voting starts ${timeOf(starts_at)}. ${left("free", slots.free)} ${left("paid", slots.paid)} <a href="/submit">Submit a product</a></p>`;
}

const announced = ({ logo_url, name, headline, plan_label }: ListingCard): Html => html`
<li class="launch">${logo({ name, logo_url }, 56)}<div class="launch-text">
<h3><bdi>${name}</bdi>${paidTag({ plan_label })}</h3>
<p><bdi>${headline}</bdi></p>
</div></li>`;

const nobody = (status: LaunchWeek["status"]): Html =>
  status === "closed"
    ? empty("Nobody launched in this week.", { path: "/launches/current", label: "See this week" })
    : empty("Nobody is in this week yet.", { path: "/submit", label: "Submit a product" });

const rest = (week: string): Html =>
  html`<p><a href="${listPath("/search", { week, sort: "votes" })}">All launches of this week</a></p>`;

/** What became of the votes of the week. */
const votesSaid = (
  votes: WeekTotals,
  status: LaunchWeek["status"],
): Html => html`<section class="week-votes" aria-labelledby="votes"><h2 id="votes">Votes of this week</h2>
<p class="hint">Of all products that were voted for, whichever week they launched in. <a href="/ranking">${status === "closed" ? "How anybody can count them again" : "How the ranking is made"}</a></p>
${voteTotals(votes)}
</section>`;

/** The weeks before and after; a site's first week has none before it. */
function turns(week: string, hasBefore: boolean): HtmlValue {
  const link = (rel: "prev" | "next", to: string) =>
    startOfWeek(to) !== null &&
    html`<a class="button" rel="${rel}" href="/launches/${to}" title="${weekWords(to)}">Week ${Number(to.slice(6))}</a>`;
  return html`<nav class="pages" aria-label="Weeks">${hasBefore && link("prev", addWeeks(week, -1))}
${link("next", addWeeks(week, 1))}</nav>`;
}

import { addWeeks, startOfWeek } from "#db/values/week.ts";
import { weekInSentence } from "#tools/core/text/text.ts";
import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunchWeeks, { type LaunchWeek } from "#tools/launches/list-launch-weeks.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import getRankingFacts from "#tools/votes/get-ranking-facts.ts";
import type { WeekTotals } from "#tools/votes/shared/records.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedLength, feedPath, listingEntry } from "../../frame/feed.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { listPath } from "../../frame/page-links.ts";
import { spanOf, timeOf, weekWords } from "../../frame/time.ts";
import { voteTotals } from "../../frame/vote-totals.ts";
import { listingRow, listingRows, paidTag } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { crumbs, trail } from "./crumbs.ts";
import { placesLeft } from "./launches.ts";
import { listMargin } from "./list-margin.ts";
import { empty } from "./list-parts.ts";
import { listingList } from "./structured-data.ts";

export const launchWeekPage = definePage({
  path: "/launches/:week",
  name: "launch_week_page",
  audience: "everyone",
  indexed: "weeks",
  recordName: "Launch week",
  suggestionName: (week) => (week === "current" ? "the current week" : weekInSentence(week)),
  maxAge: 30,
  async get(ask, { params, site, urls, visit, currentPath, now }) {
    const { items, ...week } = await ask(getLaunchWeek, { week: params.week! });
    const { status, slots, votes, label, starts_at, ends_at } = week;
    const path = `/launches/${week.week}`;
    const { items: previous } = await ask(listLaunchWeeks, { from: addWeeks(week.week, -1), count: 1 });
    const vote = await rowVotes(visit, status === "upcoming" ? [] : items, currentPath);
    const number = Number(week.week.slice(6));
    const hasBallots = status === "closed" && (await ask(getRankingFacts, {})).weeks.includes(week.week);
    return {
      title: `Launches in week ${number}, ${week.week.slice(0, 4)}`,
      description: `Products that launch on ${site.name} in the week of ${label}.`,
      canonical: `${urls.base}${path}`,
      feed: feedPath(path),
      structuredData: [
        trail({ site, urls }, { path: "/launches", name: "Launches" }, { path, name: `Week ${number}` }),
        listingList(urls.base, status === "upcoming" ? [] : items),
      ],
      margin: listMargin({ site, urls }, votes && weekVotes(votes, status)),
      body: html`${crumbs({ path: "/launches", name: "Launches" })}
<header class="week-head"><h1>Week ${number}</h1>
<p class="lead">${spanOf(label, starts_at, ends_at)}. <a href="${feedPath(path)}">Subscribe to feed</a></p></header>
${statusLine(week, items.length, placesLeft(now, siteRules(site.settings).freeQueue)(week))}
<div class="list-head"><h2>${status === "upcoming" ? "Scheduled launches" : "Ranking"}</h2></div>
${
  items.length > 0
    ? listingRows(
        items.map((listing, i) =>
          // Scheduled listings have no public page yet.
          status === "upcoming" ? scheduledRow(listing) : listingRow(listing, { rank: i + 1, end: vote(listing) }),
        ),
        { isRanked: status !== "upcoming" },
      )
    : emptyWeek(status)
}
${items.length < slots.free.taken + slots.paid.taken && status !== "upcoming" && allLaunchesLink(week.week)}
${hasBallots && recount(urls.base, week.week)}
${weekLinks(week.week, previous.length > 0)}`,
    };
  },
  async feed(ask, { params, site, urls }) {
    const { items, week, label, status } = await ask(getLaunchWeek, { week: params.week! });
    return {
      title: `Launches in the week of ${label} on ${site.name}`,
      path: `/launches/${week}`,
      // Scheduled listings have no public page to link to.
      entries: status === "upcoming" ? [] : items.slice(0, feedLength).map((listing) => listingEntry(listing, urls)),
    };
  },
});

function statusLine({ status, starts_at, ends_at }: LaunchWeek, count: number, places: string[]): Html {
  if (status === "closed")
    return html`<p><span class="tag">Closed</span> Voting ended on ${timeOf(ends_at)}. The ranking is final. Vote totals include votes from later weeks.</p>`;
  if (status === "live")
    return html`<p><span class="tag live">Live</span> Voting ends on ${timeOf(ends_at)}. ${count > 0 && "The ranking uses this week's votes. Vote totals include votes from earlier weeks."}</p>`;
  return html`<p><span class="tag">Upcoming</span> Voting starts on ${timeOf(starts_at)}. ${places.join(". ")}. <a href="/submit">Submit a product</a></p>`;
}

const scheduledRow = ({ logo_url, name, headline, plan_label }: ListingCard): Html => html`
<li class="launch">${logo({ name, logo_url }, 56)}<div class="launch-text">
<h3><bdi>${name}</bdi>${paidTag({ plan_label })}</h3>
<p><bdi>${headline}</bdi></p>
</div></li>`;

const emptyWeek = (status: LaunchWeek["status"]): Html =>
  status === "closed"
    ? empty("There were no launches that week.", { path: "/launches/current", label: "See the current week" })
    : empty("There are no launches this week yet.", { path: "/submit", label: "Submit a product" });

const allLaunchesLink = (week: string): Html =>
  html`<p><a href="${listPath("/search", { week, sort: "votes" })}">See all of this week's launches</a></p>`;

const weekVotes = (
  votes: WeekTotals,
  status: LaunchWeek["status"],
): Html => html`<section aria-labelledby="votes"><h2 id="votes">Votes during the week</h2>
<p class="hint">These votes were cast during the week for any product, whenever it launched. <a href="/ranking">${status === "closed" ? "How to recount these votes" : "How ranking works"}</a></p>
${voteTotals(votes)}
</section>`;

/** Without a script, the button stays hidden and the command remains. */
const recount = (
  base: string,
  week: string,
): Html => html`<section aria-labelledby="recount"><h2 id="recount">Count it yourself</h2>
<p>All ballots of this week are in <a href="/launches/${week}/ballots.json">one signed file</a>. Anyone can check its signature and count the votes again.</p>
<p><button type="button" data-recount="/launches/${week}/ballots.json" hidden>Count the ballots</button></p>
<p role="status"></p>
<p>To check earlier weeks and the site's key too, run <a href="/verify.mjs">our verifier</a> on your computer. It needs Node 20 or later. <a href="/docs/data#verify-the-ranking-and-the-files">How to verify</a></p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="recount"><code>curl -O ${base}/verify.mjs
node verify.mjs ${base}/launches/${week}</code></pre></section>`;

/** Links to the previous and the next week; a site's first week has no previous week. */
function weekLinks(week: string, hasPrevious: boolean): HtmlValue {
  const link = (rel: "prev" | "next", to: string) =>
    startOfWeek(to) !== null &&
    html`<a class="button" rel="${rel}" href="/launches/${to}" title="${weekWords(to)}">Week ${Number(to.slice(6))}</a>`;
  return html`<nav class="pages" aria-label="Weeks">${hasPrevious && link("prev", addWeeks(week, -1))}
${link("next", addWeeks(week, 1))}</nav>`;
}

import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { searchForm } from "../frame/search-form.ts";
import { allCategories } from "./categories.ts";
import { homeMargin } from "./home-margin.ts";
import { listingRow, listingRows } from "./listing-row.ts";
import { publicPage } from "./public-page.ts";
import { listingList } from "./structured-data.ts";
import { rowVotes } from "./vote.ts";
import { type RunningWeek, weekHead } from "./week-head.ts";

const standingsShown = 12;
const lately = 6;

/** `/`: what launches this week, and where to look further. */
export const mountHome = publicPage({
  path: "/",
  name: "front",
  maxAge: 30,
  async page(ask, { site, urls, visit, now }) {
    const week = await ask(getLaunchWeek, { week: "current" });
    const { sections } = await ask(listLaunches, { per_section: standingsShown + lately });
    const billboard = await ask(getLeaderboard, { board: "billboard", per_page: 3 });
    const categories = await allCategories(ask);
    const of = (key: string) => sections.find((section) => section.key === key)?.items ?? [];
    const shown = new Set(week.items.slice(0, standingsShown).map(({ slug }) => slug));
    const launched = of("just-launched").filter(({ slug }) => !shown.has(slug));
    const hasBegun = week.items.length > 0;
    const vote = await rowVotes(visit, [...week.items.slice(0, standingsShown), ...launched], "/");
    return {
      title: site.name,
      description: site.tagline || `What launches on ${site.name} this week, and who leads.`,
      canonical: `${urls.base}/`,
      feed: "/launches/current.atom",
      structuredData: [
        { "@type": "WebSite", name: site.name, description: site.tagline, url: `${urls.base}/` },
        ...(hasBegun ? [listingList(urls.base, week.items.slice(0, standingsShown))] : []),
      ],
      layout: "wide",
      hasSearch: !hasBegun,
      body: html`${hasBegun ? weekHead(week, site.tagline, now) : quietHead(site)}
<div class="with-margin">
<div class="lists">
${hasBegun && standings(week, vote)}
${launched.length > 0 && justLaunched(launched.slice(0, lately), vote)}
${!hasBegun && launched.length === 0 && nothingYet}
<p class="hint">Made something? <a href="/submit">Submit its address</a>, and we write a draft of its listing for you.${
        visit === null && html` New here? <a href="/sign-up">Make an account</a>, or <a href="/sign-in">sign in</a>.`
      }</p>
</div>
${homeMargin({ billboard: billboard.items, proved: of("recently-claimed"), categories, mcp: urls.mcp })}
</div>`,
    };
  },
});

type Vote = (listing: ListingCard) => Html;

const standings = ({ week, items }: RunningWeek, vote: Vote): Html => html`<section aria-labelledby="standings">
<div class="list-head"><h2 id="standings">Standings</h2><a href="/launches/${week}">${all(items.length)}</a></div>
${listingRows(
  items.slice(0, standingsShown).map((item, i) => listingRow(item, { rank: i + 1, end: vote(item) })),
  { isRanked: true },
)}
${
  items.length > standingsShown &&
  html`<p class="list-end"><a href="/launches/${week}">${all(items.length)} of the week</a></p>`
}</section>`;

const all = (count: number) => `All ${count} ${count === 1 ? "launch" : "launches"}`;

const justLaunched = (items: ListingCard[], vote: Vote): Html => html`<section aria-labelledby="launched">
<div class="list-head"><h2 id="launched">Just launched</h2><a href="/search?sort=newest">Newest first</a></div>
${listingRows(items.map((item) => listingRow(item, { end: vote(item) })))}
</section>`;

/** A week in which nobody has launched yet begins with looking for something. */
const quietHead = (site: { name: string; tagline: string }): Html => html`<header class="quiet">
<h1>${site.name}</h1>
<p class="lead">${site.tagline}</p>
${searchForm(site, { id: "search", isMain: true })}
</header>`;

const nothingYet: HtmlValue = html`<p class="empty">Nothing has launched here yet. <a href="/submit">Submit the first product</a></p>`;

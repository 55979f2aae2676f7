import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { definePage } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";
import { searchForm } from "../../frame/search-form.ts";
import { listingRow, listingRows } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { allCategories } from "./categories.ts";
import { homeMargin } from "./home-margin.ts";
import { empty } from "./list-parts.ts";
import { listingList } from "./structured-data.ts";
import { type CurrentWeek, weekHead } from "./week-head.ts";

const rankingShown = 12;
const justLaunchedShown = 6;

export const homePage = definePage({
  path: "/",
  name: "front",
  audience: "everyone",
  indexed: true,
  maxAge: 30,
  async get(ask, { site, urls, visit, now }) {
    const week = await ask(getLaunchWeek, { week: "current" });
    const { sections } = await ask(listLaunches, { per_section: rankingShown + justLaunchedShown });
    const billboard = await ask(getLeaderboard, { board: "billboard", per_page: 3 });
    const categories = await allCategories(ask);
    const section = (key: string) => sections.find((found) => found.key === key)?.items ?? [];
    const shown = new Set(week.items.slice(0, rankingShown).map(({ slug }) => slug));
    const launched = section("just-launched").filter(({ slug }) => !shown.has(slug));
    const hasBegun = week.items.length > 0;
    const vote = await rowVotes(visit, [...week.items.slice(0, rankingShown), ...launched], "/");
    return {
      title: site.name,
      description: site.tagline || `This week's launches on ${site.name} and their ranking.`,
      canonical: `${urls.base}/`,
      feed: "/launches/current.atom",
      structuredData: [
        { "@type": "WebSite", name: site.name, description: site.tagline, url: `${urls.base}/` },
        ...(hasBegun ? [listingList(urls.base, week.items.slice(0, rankingShown))] : []),
      ],
      hasSearch: !hasBegun,
      body: html`${hasBegun ? weekHead(week, site.tagline, now) : searchHead(site)}
<div class="with-margin">
<div class="lists">
${hasBegun && ranking(week, vote)}
${launched.length > 0 && justLaunched(launched.slice(0, justLaunchedShown), vote)}
${!hasBegun && launched.length === 0 && empty("There are no launches yet.", { path: "/submit", label: "Submit the first product" })}
<p class="hint">Built something? <a href="/submit">Submit its URL</a>, and we will draft the listing for you.${
        visit === null && html` New here? <a href="/sign-up">Create an account</a> or <a href="/sign-in">sign in</a>.`
      }</p>
</div>
${homeMargin({ billboard: billboard.items, claimed: section("recently-claimed"), categories, mcp: urls.mcp })}
</div>`,
    };
  },
});

type Vote = (listing: ListingCard) => Html;

const ranking = ({ week, items }: CurrentWeek, vote: Vote): Html => html`<section aria-labelledby="ranking">
<div class="list-head"><h2 id="ranking">This week's ranking</h2><a href="/launches/${week}">${seeAll(items.length)}</a></div>
${listingRows(
  items.slice(0, rankingShown).map((item, i) => listingRow(item, { rank: i + 1, end: vote(item) })),
  { isRanked: true },
)}
${
  items.length > rankingShown &&
  html`<p class="list-end"><a href="/launches/${week}">${seeAll(items.length)} this week</a></p>`
}</section>`;

const seeAll = (count: number) => (count === 1 ? "See 1 launch" : `See all ${count} launches`);

const justLaunched = (items: ListingCard[], vote: Vote): Html => html`<section aria-labelledby="launched">
<div class="list-head"><h2 id="launched">Just launched</h2><a href="/search?sort=newest">See all new products</a></div>
${listingRows(items.map((item) => listingRow(item, { end: vote(item) })))}
</section>`;

/** A search field shown instead of the week if there are no launches this week. */
const searchHead = (site: { name: string; tagline: string }): Html => html`<header class="quiet">
<h1>${site.name}</h1>
<p class="lead">${site.tagline}</p>
${searchForm(site, { id: "search", isMain: true })}
</header>`;

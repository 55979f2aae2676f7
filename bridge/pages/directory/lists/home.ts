import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import listProducts from "#tools/orders/list-products.ts";
import searchListings from "#tools/search/search-listings.ts";
import { definePage } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";
import { listingRow, listingRows } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { allCategories } from "./categories.ts";
import { homeIntro } from "./home-intro.ts";
import { homeMargin } from "./home-margin.ts";
import { empty } from "./list-parts.ts";
import { listingList } from "./structured-data.ts";
import { type CurrentWeek, weekHead } from "./week-head.ts";

const rankingShown = 12;
const othersShown = 6;
const claimedShown = 5;

export const homePage = definePage({
  path: "/",
  name: "front",
  audience: "everyone",
  indexed: true,
  maxAge: 30,
  async get(ask, { site, urls, visit, now }) {
    const week = await ask(getLaunchWeek, { week: "current" });
    const ranked = week.items.slice(0, rankingShown);
    const { sections } = await ask(listLaunches, { per_section: claimedShown });
    const all = await ask(searchListings, { sort: "newest", per_page: rankingShown + othersShown });
    const newest = all.items.filter(({ id }) => ranked.every((shown) => shown.id !== id)).slice(0, othersShown);
    // Without launches, the newest products alone would not show what people like.
    const needsVoted = ranked.length === 0 && all.total > othersShown;
    const { items: byVotes } = needsVoted
      ? await ask(searchListings, { sort: "votes", per_page: othersShown })
      : { items: [] };
    const voted = byVotes.filter(({ votes }) => votes > 0);
    const billboard = await ask(getLeaderboard, { board: "billboard", per_page: 3 });
    const categories = await allCategories(ask);
    const { items: products } = await ask(listProducts, {});
    const vote = await rowVotes(visit, [...new Set([...ranked, ...newest, ...voted])], "/");
    return {
      title: site.name,
      description: site.tagline || `This week's launches on ${site.name} and their ranking.`,
      canonical: `${urls.base}/`,
      feed: "/launches/current.atom",
      structuredData: [
        { "@type": "WebSite", name: site.name, description: site.tagline, url: `${urls.base}/` },
        ...(ranked.length > 0 ? [listingList(urls.base, ranked)] : []),
      ],
      hasSearch: true,
      body: html`${homeIntro(site, { mcp: urls.mcp, launch: products.find(({ product }) => product === "launch"), isSignedIn: visit !== null })}
<div class="with-margin">
<div class="lists">
${ranked.length > 0 && ranking(week, now, vote)}
${ranked.length === 0 && all.items.length > 0 && empty("There are no launches this week.", { path: "/submit", label: "Submit your product" })}
${newest.length > 0 && list({ id: "newest", title: "Newest", sort: "newest" }, newest, vote)}
${voted.length > 0 && list({ id: "voted", title: "Most votes", sort: "votes" }, voted, vote)}
${all.items.length === 0 && empty("There are no products yet.", { path: "/submit", label: "Submit the first product" })}
</div>
${homeMargin({
  billboard: billboard.items,
  claimed: sections.find(({ key }) => key === "recently-claimed")?.items ?? [],
  categories,
})}
</div>`,
    };
  },
});

type Vote = (listing: ListingCard) => Html;

function ranking(current: CurrentWeek, now: Date, vote: Vote): Html {
  const { week, items } = current;
  const all = html`<a href="/launches/${week}">${items.length === 1 ? "See 1 launch" : `See all ${items.length} launches`}</a>`;
  return html`<section aria-labelledby="ranking">
${weekHead(current, now, all)}
${listingRows(
  items.slice(0, rankingShown).map((item, i) => listingRow(item, { rank: i + 1, end: vote(item) })),
  { isRanked: true },
)}
${items.length > rankingShown && html`<p class="list-end">${all}</p>`}</section>`;
}

const list = (
  { id, title, sort }: { id: string; title: string; sort: string },
  items: ListingCard[],
  vote: Vote,
): Html => html`<section aria-labelledby="${id}">
<div class="list-head"><h2 id="${id}">${title}</h2><a href="/search?sort=${sort}">See all products<span class="hidden">: ${title.toLowerCase()}</span></a></div>
${listingRows(items.map((item) => listingRow(item, { end: vote(item) })))}
</section>`;

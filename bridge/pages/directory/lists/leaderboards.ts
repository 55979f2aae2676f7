import { type Board, boards } from "#db/schema/vocabulary.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import { boardRules } from "#tools/leaderboards/shared/rules.ts";
import { type Ask, definePage } from "../../frame/define-page.ts";
import { feedPath } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { listPath } from "../../frame/page-links.ts";
import { periodWords } from "../../frame/time.ts";
import { trail } from "./crumbs.ts";
import { choiceRow } from "./list-parts.ts";
import { itemList } from "./structured-data.ts";

const topShown = 3;
const noProducts = "There are no products on this leaderboard yet.";

export const leaderboardsPage = definePage({
  path: "/leaderboards",
  name: "leaderboards_page",
  audience: "everyone",
  menu: { in: "header", label: "Leaderboards", place: 2 },
  indexed: true,
  maxAge: 60,
  async get(ask, { site, urls }) {
    return {
      title: "Leaderboards",
      description: `Top products on ${site.name} by votes this week, month and year, and by Domain Rating.`,
      canonical: `${urls.base}/leaderboards`,
      feed: feedPath("/leaderboards"),
      structuredData: [
        trail({ site, urls }, { path: "/leaderboards", name: "Leaderboards" }),
        itemList(boards.map((board) => ({ name: boardRules[board].title, url: `${urls.base}/leaderboards/${board}` }))),
      ],
      body: html`<h1>Leaderboards</h1>
<p class="lead">Top products by votes and by Domain Rating. Payment never affects a rank: paid placements have their own leaderboard, the billboard. <a href="${feedPath("/leaderboards")}">Subscribe to feed</a></p>
<div class="boards">${await Promise.all(boards.map((board) => summary(ask, board)))}</div>`,
    };
  },
  async feed(ask, { site, urls }) {
    const found = await Promise.all(boards.map((board) => ask(getLeaderboard, { board, per_page: topShown })));
    return {
      title: `Leaderboards on ${site.name}`,
      path: "/leaderboards",
      // A leaderboard without a period has no publication time.
      entries: found.flatMap(({ board, title, period, starts_at, items }) =>
        period && starts_at
          ? {
              id: `/leaderboards/${board}#${period}`,
              title: `${title}, ${periodWords(period)}`,
              author: site.name,
              url: `${urls.base}${listPath(`/leaderboards/${board}`, { period })}`,
              published: starts_at,
              text: items.map(({ rank, listing }) => `${rank}. ${listing.name}`).join("\n") || noProducts,
            }
          : [],
      ),
    };
  },
});

async function summary(ask: Ask, board: Board): Promise<Html> {
  const { title, period, items } = await ask(getLeaderboard, { board, per_page: topShown });
  return html`<section aria-labelledby="${board}">
<h2 id="${board}"><a href="/leaderboards/${board}">${title}</a>${board === "billboard" && html` <span class="tag paid">Paid</span>`}</h2>
${period && html`<p class="hint">${periodWords(period)}</p>`}
${
  items.length === 0
    ? html`<p class="empty">${noProducts}</p>`
    : html`<ol class="leaders" role="list">${items.map(
        ({ rank, listing, score }) =>
          html`<li><span class="place">${rank}</span>${logo(listing, 40)}<a class="whole" href="/listings/${listing.slug}"><bdi>${listing.name}</bdi></a>${
            score !== null && html`<span class="score">${scoreParts(board, score).join(" ")}</span>`
          }</li>`,
      )}</ol>`
}
</section>
`;
}

export const scoreParts = (board: Board, score: number): [value: string, unit: string] => {
  if (board === "dr-top") return [String(score), "DR"];
  if (board === "dr-climbers") return [`+${score}`, "DR"];
  return [score.toLocaleString("en"), score === 1 ? "vote" : "votes"];
};

export const boardRow = (current: Board): Html =>
  choiceRow(
    "Leaderboards",
    boards.map((board) => ({
      path: `/leaderboards/${board}`,
      label: boardRules[board].title,
      isCurrent: board === current,
    })),
  );

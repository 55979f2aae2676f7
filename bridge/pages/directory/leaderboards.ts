import { type Board, boards } from "#db/schema/vocabulary.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import { boardRules } from "#tools/leaderboards/shared/rules.ts";
import { type Html, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { listPath } from "../frame/page-links.ts";
import { periodWords } from "../frame/time.ts";
import { trail } from "./crumbs.ts";
import { feedPath } from "./feed.ts";
import { choiceRow } from "./list-parts.ts";
import { type Ask, publicPage } from "./public-page.ts";
import { itemList } from "./structured-data.ts";

const placesShown = 3;

/** `/leaderboards`: every board with its first places. */
export const mountLeaderboards = publicPage({
  path: "/leaderboards",
  name: "leaderboards_page",
  maxAge: 60,
  async page(ask, { site, urls }) {
    return {
      title: "Leaderboards",
      description: `Who leads on ${site.name}: by votes of the week, month and year, and by Domain Rating.`,
      canonical: `${urls.base}/leaderboards`,
      feed: feedPath("/leaderboards"),
      structuredData: [
        trail({ site, urls }, { path: "/leaderboards", name: "Leaderboards" }),
        itemList(boards.map((board) => ({ name: boardRules[board].title, url: `${urls.base}/leaderboards/${board}` }))),
      ],
      layout: "wide",
      body: html`<h1>Leaderboards</h1>
<p class="lead">Who leads, and how that is decided. No payment changes a place; what is paid for is a board of its own and says so. <a href="${feedPath("/leaderboards")}">As a feed</a></p>
<div class="boards">${await Promise.all(boards.map((board) => summary(ask, board)))}</div>`,
    };
  },
  async feed(ask, { site, urls }) {
    const found = await Promise.all(boards.map((board) => ask(getLeaderboard, { board, per_page: placesShown })));
    return {
      title: `Leaderboards of ${site.name}`,
      path: "/leaderboards",
      // Boards without a period have no time at which they begin.
      entries: found.flatMap(({ board, title, period, starts_at, items }) =>
        period && starts_at
          ? {
              id: `/leaderboards/${board}#${period}`,
              title: `${title}, ${periodWords(period)}`,
              author: site.name,
              url: `${urls.base}${listPath(`/leaderboards/${board}`, { period })}`,
              published: starts_at,
              text: items.map(({ rank, listing }) => `${rank}. ${listing.name}`).join("\n") || "Nobody is on it yet.",
            }
          : [],
      ),
    };
  },
});

async function summary(ask: Ask, board: Board): Promise<Html> {
  const { title, period, items } = await ask(getLeaderboard, { board, per_page: placesShown });
  return html`<section aria-labelledby="${board}">
<h2 id="${board}"><a href="/leaderboards/${board}">${title}</a>${board === "billboard" && html` <span class="tag paid">Paid</span>`}</h2>
${period && html`<p class="hint">${periodWords(period)}</p>`}
${
  items.length === 0
    ? html`<p class="empty">Nobody is on it yet.</p>`
    : html`<ol class="leaders" role="list">${items.map(
        ({ rank, listing, score }) =>
          html`<li><span class="place">${rank}</span>${logo(listing, 40)}<a class="whole" href="/listings/${listing.slug}"><bdi>${listing.name}</bdi></a>${
            score !== null && html`<span class="score">${scoreWords(board, score)}</span>`
          }</li>`,
      )}</ol>`
}
</section>
`;
}

const scoreWords = (board: Board, score: number): string => {
  if (board === "dr-top") return `${score} DR`;
  if (board === "dr-climbers") return `+${score} DR`;
  return `${score.toLocaleString("en")} ${score === 1 ? "vote" : "votes"}`;
};

/** All boards as links in a row. */
export const boardRow = (current: Board): Html =>
  choiceRow(
    "Boards",
    boards.map((board) => ({
      path: `/leaderboards/${board}`,
      label: boardRules[board].title,
      isCurrent: board === current,
    })),
  );

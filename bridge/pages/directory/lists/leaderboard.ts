import type { Board } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import { boardRules } from "#tools/leaderboards/shared/rules.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { definePage, type ItemOf } from "../../frame/define-page.ts";
import { feedLength, feedPath, listingEntry } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { periodWords, spanOf } from "../../frame/time.ts";
import { listingRow, listingRows } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { crumbs, trail } from "./crumbs.ts";
import { boardRow, scoreParts } from "./leaderboards.ts";
import { listMargin } from "./list-margin.ts";
import { choiceRow, empty, emptyPage } from "./list-parts.ts";
import { periodsAround } from "./periods-around.ts";
import { listingList } from "./structured-data.ts";

export const leaderboardPage = definePage({
  path: "/leaderboards/:board",
  name: "leaderboard_page",
  audience: "everyone",
  indexed: "boards",
  recordName: "Leaderboard",
  suggestionName: (board) => lookup(boardRules, board)?.title ?? board,
  maxAge: 30,
  async get(ask, { params, query, site, urls, now, visit, currentPath }) {
    const requestedPeriod = query.get("period") ?? undefined;
    const paging = { page: requestedPage(query), cursor: query.get("cursor") || undefined };
    const found = await ask(getLeaderboard, { board: params.board as Board, period: requestedPeriod, ...paging });
    const { board, period, title, rule, starts_at, ends_at, items, has_more, per_page, page, next_cursor } = found;
    const path = `/leaderboards/${board}`;
    // Votes affect only leaderboards that rank by votes, and only until the period ends.
    const isOpen = board.startsWith("community-") && (ends_at === null || new Date(ends_at) > now);
    const listings = items.map(({ listing }) => listing);
    const vote = isOpen ? await rowVotes(visit, listings, currentPath) : null;
    const linkTo = (page: number, cursor?: string) => listPath(path, { period: requestedPeriod, page, cursor });
    return {
      title: period === null ? title : `${title}, ${periodWords(period)}`,
      description: `${title} on ${site.name}. ${rule}`,
      canonical: `${urls.base}${listPath(path, { period: requestedPeriod && period, page })}`,
      feed: feedPath(listPath(path, { period: requestedPeriod })),
      structuredData: [
        trail({ site, urls }, { path: "/leaderboards", name: "Leaderboards" }, { path, name: title }),
        listingList(urls.base, listings, (page - 1) * per_page + 1),
      ],
      margin: listMargin(
        { site, urls },
        html`<section aria-labelledby="boards"><h2 id="boards">Leaderboards</h2>
${boardRow(board)}</section>`,
      ),
      body: html`${crumbs({ path: "/leaderboards", name: "Leaderboards" })}
<h1>${title}${board === "billboard" && html` <span class="tag paid">Paid</span>`}</h1>
<p class="lead">${period && starts_at && ends_at && html`${spanOf(periodWords(period), starts_at, ends_at)}. `}<a href="${feedPath(listPath(path, { period: requestedPeriod }))}">Subscribe to feed</a></p>
${
  period &&
  starts_at &&
  choiceRow(
    "Periods",
    periodsAround(period, starts_at, now).map((each) => ({
      path: listPath(path, { period: each }),
      label: periodWords(each),
      isCurrent: each === period,
    })),
  )
}
<h2 class="hidden">Ranking</h2>
<p class="hint rule">${rule}</p>
${
  items.length > 0
    ? listingRows(items.map(row(board, vote)), { isRanked: true })
    : emptyPage(
        page,
        linkTo(1),
        empty("There are no products on this leaderboard yet.", {
          path: "/launches/current",
          label: "See this week's launches",
        }),
      )
}
${pageLinks({ page, hasMore: has_more, nextCursor: next_cursor, linkTo })}`,
    };
  },
  async feed(ask, { params, query, site, urls }) {
    const period = query.get("period") ?? undefined;
    const { board, title, items } = await ask(getLeaderboard, {
      board: params.board as Board,
      period,
      per_page: feedLength,
    });
    return {
      title: `${title} on ${site.name}`,
      path: listPath(`/leaderboards/${board}`, { period }),
      entries: items.map(({ listing }) => listingEntry(listing, urls)),
    };
  },
});

const row =
  (board: Board, vote: ((listing: ListingCard) => Html) | null) =>
  ({ rank, previous_rank, listing, score, sponsored }: ItemOf<typeof getLeaderboard>): Html =>
    // Every listing on the billboard is paid for, whatever its launch plan.
    listingRow(sponsored ? { ...listing, plan_label: "sponsored" } : listing, {
      rank,
      change: previous_rank === null ? undefined : previous_rank - rank,
      // `score` is the number of votes in the period, not the listing's total.
      end: score === null ? null : vote ? vote({ ...listing, votes: score }) : scoreText(board, score),
    });

function scoreText(board: Board, score: number): Html {
  const [value, unit] = scoreParts(board, score);
  return html`<p class="figure"><strong>${value}</strong> ${unit}</p>`;
}

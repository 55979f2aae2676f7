import * as z from "zod";
import { boardPage, isStanding, periodPlaces, snapshotPlaces } from "#db/queries/boards/boards.ts";
import { countLimit } from "#db/queries/common/limits.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { type Board, boards } from "#db/schema/vocabulary.ts";
import { notFound } from "../core/errors/errors.ts";
import { foldedChoice } from "../core/input/coerce-input.ts";
import { time } from "../core/input/fields.ts";
import { cursorInput, cursorOutput } from "../core/lists/cursor.ts";
import { beginningOf, cursorPage } from "../core/lists/cursor-page.ts";
import { pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { closestMatch } from "../core/text/closest-match.ts";
import { day, lines } from "../core/text/text.ts";
import { briefCard, cardLines, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { type ListingCard, listingCard, toCard } from "../listings/shared/records.ts";
import { boardRules, lastClosedWeek, type Period, periodOf, requireBegun } from "./shared/rules.ts";

const row = z
  .strictObject({
    rank: z.int(),
    previous_rank: z.int().nullable(),
    listing: listingCard,
    score: z
      .int()
      .nullable()
      .describe("Votes in the period, Domain Rating, or rise in the rating; null on the billboard"),
    sponsored: z.boolean(),
  })
  .meta({ id: "BoardRow" });

const boardFields = {
  board: z.enum(boards),
  period: z.string().nullable(),
  page_url: z.string(),
  title: z.string(),
  rule: z.string(),
  starts_at: time.nullable(),
  ends_at: time.nullable().describe("Exclusive"),
};

export default defineTool({
  name: "get_leaderboard",
  title: "Get a leaderboard",
  description:
    "Returns one leaderboard, ranked by votes (community), Domain Rating (dr) or booking date (paid billboard). Use it to see which products lead in a period. rule explains the ranking. previous_rank is the rank in the previous period, or at the end of last week without periods; null beyond rank 1000. Ranks beyond 10000 require cursor.",
  family: "Leaderboards",
  rest: { method: "GET", path: "/leaderboards/{board}" },
  page: "/leaderboards/{board}",
  app: "board",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    board: z.string().transform(foldedChoice).meta({ description: "Leaderboard key", enum: boards }),
    period: z.string().max(40).default("current").meta({
      description:
        "Week (2026-W47) for community-weekly and billboard, month (2026-11) for community-monthly, year (2026) for community-yearly; also current or previous",
      example: "2026-W47",
    }),
    ...pageInput,
    ...cursorInput,
  }),
  output: pageOf(row)
    .extend({ ...boardFields, ...cursorOutput })
    .meta({ id: "Leaderboard" }),
  examples: [{ board: "community-weekly" }, { board: "dr-climbers", per_page: 5 }],
  maxAge: 30,
  isStored: true,
  async run(context, input) {
    const { read, site, urls, now } = context;
    const board = boards.find((known) => known === input.board) ?? unknownBoard(input.board);
    const { title, rule } = boardRules[board];
    const period = periodOf(board, input.period, now);
    requireBegun(board, period, now);
    const place = { siteId: site.id, board, period: period?.period ?? null };
    const list = JSON.stringify(["board", place]);
    const beginning = beginningOf(list, input, cursorPosition);
    const { passed, after } = beginning;
    const { rows, ...found } = await boardPage(read, place, { limit: input.per_page, offset: passed, after });
    const ids = rows.map(({ id }) => id);
    const before = await previousPlaces(context, board, period, ids);
    const cards = new Map((await storedCardsOf(read, ids)).map((card) => [card.id, card]));
    return {
      board,
      period: place.period,
      page_url: `${urls.base}/leaderboards/${board}${period ? `?period=${period.period}` : ""}`,
      title,
      rule,
      starts_at: period?.startsAt.toISOString() ?? null,
      ends_at: period?.endsAt.toISOString() ?? null,
      items: rows.flatMap(({ id, score }, i) => {
        const card = cards.get(id);
        if (!card) return [];
        const rank = passed + i + 1;
        const previous_rank = before.get(id) ?? null;
        return [{ rank, previous_rank, listing: toCard(card, urls), score, sponsored: board === "billboard" }];
      }),
      ...cursorPage(list, input, beginning, { count: rows.length, ...found }),
    };
  },
  brief: {
    output: pageOf(row.extend({ listing: briefCard })).extend({ ...itemPage, ...boardFields, ...cursorOutput }),
    from: ({ items, ...board }) => ({
      ...board,
      ...itemPageOf(items.map(({ listing }) => listing)),
      items: items.map((place) => ({ ...place, listing: toBrief(place.listing) })),
    }),
  },
  text: ({ board, title, period, starts_at, ends_at, rule, ...found }) =>
    lines(
      `${title}${period ? `, ${period} (from ${day(starts_at!)}, ends before ${day(ends_at!)})` : ""}. ${rule}`,
      pageLine(found, "This leaderboard is empty.", countLimit),
      found.items.flatMap(({ rank, previous_rank, listing, score }) =>
        cardLines(
          `${rank}. `,
          listing,
          scoreWords(board, score, listing),
          previous_rank !== null && `previous rank ${previous_rank}`,
        ),
      ),
    ),
});

/** Names the score, unless the card's line already shows it. */
function scoreWords(board: Board, score: number | null, { votes, domain_rating }: ListingCard): string | null {
  if (score === null || board === "community-all-time") return null;
  if (board === "dr-top") return domain_rating ? null : `DR ${score}`;
  if (board === "dr-climbers") return `DR change ${score > 0 ? "+" : ""}${score}`;
  return score === votes ? null : `${score} of its votes in the period`;
}

function unknownBoard(board: string): never {
  const near = closestMatch(board, boards) ?? "community-weekly";
  return notFound(
    "leaderboard",
    board,
    [{ tool: "get_leaderboard", arguments: { board: near }, why: `Read the leaderboard ${near}.`, who: "agent" }],
    ` The leaderboards are ${boards.join(", ")}.`,
  );
}

const cursorPosition = z.tuple([z.int(), z.string().nullable(), z.int()]);

// The billboard ranks by booking date, so a previous rank would mean nothing.
async function previousPlaces(
  { read, site, now }: CallContext,
  board: Board,
  period: Period | null,
  ids: number[],
): Promise<Map<number, number>> {
  if (isStanding(board)) return snapshotPlaces(read, site.id, board, lastClosedWeek(now), ids);
  if (board === "billboard" || period === null) return new Map();
  return periodPlaces(read, site.id, period.previous, ids);
}

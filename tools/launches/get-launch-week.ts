import * as z from "zod";
import { weekVotes } from "#db/queries/boards/week-votes.ts";
import { liveInWeek, scheduledInWeek } from "#db/queries/launches/launches.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { briefCard, cardList, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { listingCard, toCard } from "../listings/shared/records.ts";
import { totalsLine, toWeekTotals, weekTotals } from "../votes/shared/records.ts";
import { launchWeekFields, toLaunchWeek } from "./records.ts";
import { requireWeek } from "./shared/rules.ts";

const maxItems = 100;

export default defineTool({
  name: "get_launch_week",
  title: "Get a launch week",
  description: `Returns one launch week: its free and paid places, and up to ${maxItems} listings. Use it for one week's launches. A live or closed week is ranked by the votes cast in it; cards show all-time votes. An upcoming week lists scheduled listings by id, which get_listing cannot find yet. For the rest of a large week, call search_listings with week.`,
  family: "Launches",
  rest: { method: "GET", path: "/launches/weeks/{week}" },
  page: "/launches/{week}",
  app: "board",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    week: z.string().meta({ description: "Launch week, or current or next", example: "2026-W47" }),
  }),
  output: z
    .strictObject({ ...launchWeekFields, votes: weekTotals.nullable(), items: z.array(listingCard) })
    .meta({ id: "LaunchWeek" }),
  examples: [{ week: "current" }, { week: "next" }],
  maxAge: 30,
  async run(context, input) {
    const { read, site, urls } = context;
    const week = await toLaunchWeek(context, await requireWeek(context, input.week));
    const listed = week.status === "upcoming" ? scheduledInWeek : liveInWeek;
    const ids = await listed(read, site.id, week.week, maxItems);
    const votes = week.status === "upcoming" ? null : toWeekTotals(await weekVotes(read, site.id, week.week));
    return { ...week, votes, items: (await storedCardsOf(read, ids)).map((row) => toCard(row, urls)) };
  },
  brief: {
    output: z.strictObject({ ...launchWeekFields, items: z.array(briefCard), ...itemPage }),
    from: ({ items, votes: _, ...week }) => ({
      ...week,
      items: items.map(toBrief),
      // Scheduled listings have no page yet.
      ...(week.status !== "upcoming" && itemPageOf(items)),
    }),
  },
  text: ({ week, label, status, slots, votes, items }) =>
    lines(
      `Week ${week} (${label}), ${status}. Taken: ${slots.free.taken} of ${slots.free.total} free places, ${slots.paid.taken} of ${slots.paid.total} paid.`,
      votes && totalsLine(votes),
      cardList(items),
      items.length === 0 && "This week has no listings yet.",
      items.length === maxItems &&
        status !== "upcoming" &&
        `For the rest: search_listings(${JSON.stringify({ week })})`,
    ),
});

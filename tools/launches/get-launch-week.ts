import * as z from "zod";
import { liveInWeek, placesTaken, scheduledInWeek } from "../../db/queries/launches.ts";
import { cardsByIds } from "../../db/queries/listings.ts";
import { endOfWeek, startOfWeek } from "../../db/week.ts";
import { defineTool } from "../core/define.ts";
import { time } from "../core/fields.ts";
import { lines } from "../core/text.ts";
import { briefCard, cardList, toBrief } from "../listings/brief.ts";
import { listingCard, toCard } from "../listings/records.ts";
import { siteRules } from "../site/rules.ts";
import { resolveWeek, week, weekLabel, weekStatus } from "./rules.ts";

const maxItems = 100;
const places = z.strictObject({ total: z.int(), taken: z.int() });
const weekFields = {
  week: z.string(),
  label: z.string(),
  starts_at: time,
  ends_at: time.describe("Exclusive"),
  status: z.enum(["upcoming", "live", "closed"]),
  slots: z.strictObject({ free: places, paid: places }),
};

export default defineTool({
  name: "get_launch_week",
  title: "Get a launch week",
  description: `One week of the launch calendar: its free and paid places, and up to ${maxItems} of its listings. A running or closed week shows who launched in it, by the votes cast in it (votes on a card are those of all time). An upcoming week shows the scheduled ones, by id; get_listing answers 404 for those until they are live. For the rest of a large week call search_listings with week.`,
  family: "Launches",
  rest: { method: "GET", path: "/launches/weeks/{week}" },
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({ week }),
  output: z.strictObject({ ...weekFields, items: z.array(listingCard) }).meta({ id: "LaunchWeek" }),
  examples: [{ week: "current" }, { week: "next" }],
  maxAge: 30,
  async run({ read, site, urls, now }, input) {
    const week = resolveWeek(input.week, now);
    const status = weekStatus(week, now);
    const listed = status === "upcoming" ? scheduledInWeek : liveInWeek;
    const ids = await listed(read, site.id, week, maxItems);
    const taken = await placesTaken(read, site.id, week);
    const { placesPerWeek, paidPlacesPerWeek } = siteRules(site.settings).freeQueue;
    return {
      week,
      label: weekLabel(week),
      starts_at: startOfWeek(week)!.toISOString(),
      ends_at: endOfWeek(week).toISOString(),
      status,
      slots: {
        free: { total: placesPerWeek, taken: taken.free },
        paid: { total: paidPlacesPerWeek, taken: taken.paid },
      },
      items: (await cardsByIds(read, ids)).map((row) => toCard(row, urls)),
    };
  },
  brief: {
    output: z.strictObject({ ...weekFields, items: z.array(briefCard) }),
    from: ({ items, ...week }) => ({ ...week, items: items.map(toBrief) }),
  },
  text: ({ week, label, status, slots, items }) =>
    lines(
      `Week ${week} (${label}), ${status}. Taken: ${slots.free.taken} of ${slots.free.total} free places, ${slots.paid.taken} of ${slots.paid.total} paid.`,
      cardList(items),
      items.length === 0 && "No listing is in it yet.",
      items.length === maxItems &&
        status !== "upcoming" &&
        `For the rest: search_listings(${JSON.stringify({ week })})`,
    ),
});

import * as z from "zod";
import { justLaunched, liveInWeek, recentlyClaimed, scheduledInWeek } from "#db/queries/launches/launches.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { briefCard, cardLines, itemPage, itemPageOf, named, toBrief } from "../listings/shared/brief.ts";
import { type ListingCard, listingCard, toCard } from "../listings/shared/records.ts";
import { resolveWeek } from "./shared/rules.ts";

const sectionKeys = ["this-week", "next-week", "just-launched", "recently-claimed"] as const;
const titles: Record<(typeof sectionKeys)[number], string> = {
  "this-week": "This week",
  "next-week": "Next week, without pages until then",
  "just-launched": "Just launched, newest first",
  "recently-claimed": "Recently claimed, newest first",
};

const section = z.strictObject({ key: z.enum(sectionKeys), title: z.string() });

export default defineTool({
  name: "list_launches",
  title: "List launches",
  description:
    "Returns four sections: this week's launches by votes, launches scheduled for next week, the latest launches, and recently claimed listings. For a whole week, call get_launch_week.",
  family: "Launches",
  rest: { method: "GET", path: "/launches" },
  page: "/launches",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    per_section: z
      .int()
      .min(1)
      .max(24)
      .default(12)
      .meta({ description: "Maximum number of listings in a section", example: 3 }),
  }),
  output: z
    .strictObject({ sections: z.array(section.extend({ items: z.array(listingCard) })) })
    .meta({ id: "LaunchFeed" }),
  examples: [{}, { per_section: 3 }],
  maxAge: 30,
  async run({ read, site, urls, now }, { per_section: limit }) {
    const ids = {
      "this-week": await liveInWeek(read, site.id, resolveWeek("current", now), limit),
      "next-week": await scheduledInWeek(read, site.id, resolveWeek("next", now), limit),
      "just-launched": await justLaunched(read, site.id, limit),
      "recently-claimed": await recentlyClaimed(read, site.id, limit),
    };
    const cards = new Map(
      (await storedCardsOf(read, [...new Set(Object.values(ids).flat())])).map((row) => [row.id, row]),
    );
    return {
      sections: sectionKeys.map((key) => ({
        key,
        title: titles[key],
        items: ids[key].flatMap((id) => cards.get(id) ?? []).map((row) => toCard(row, urls)),
      })),
    };
  },
  brief: {
    output: z.strictObject({ sections: z.array(section.extend({ items: z.array(briefCard) })), ...itemPage }),
    from: ({ sections }) => ({
      ...itemPageOf(sections.flatMap(({ key, items }) => (key === "next-week" ? [] : items))),
      sections: sections.map(({ items, ...section }) => ({ ...section, items: items.map(toBrief) })),
    }),
  },
  text({ sections }) {
    const shown = new Set<string>();
    const cardOrName = (start: string, card: ListingCard) => {
      if (shown.has(card.slug)) return [`${start}${named(card)}: see above`];
      shown.add(card.slug);
      return cardLines(start, card);
    };
    return lines(
      sections.flatMap(({ title, items }) => [
        `${title}:`,
        ...items.flatMap((card, i) => cardOrName(`${i + 1}. `, card)),
        items.length === 0 && "Nothing yet.",
      ]),
    );
  },
});

import * as z from "zod";
import { countLimit } from "#db/queries/common/limits.ts";
import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { awardsPage } from "#db/queries/launches/awards.ts";
import { liveListingIds } from "#db/queries/listings/listings.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { type AwardKind, awardKinds } from "#db/schema/vocabulary.ts";
import { slugFix } from "../core/calls/unknown-slug.ts";
import { invalid } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { readMonth, readWeek } from "../core/input/periods.ts";
import { offsetOf, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { facts, lines } from "../core/text/text.ts";
import { itemPage, itemPageOf, named } from "../listings/shared/brief.ts";
import { listingCard, toCard } from "../listings/shared/records.ts";
import { badgeImageUrl } from "../listings/shared/rules.ts";
import { resolveWeek, week } from "./shared/rules.ts";

const award = z
  .strictObject({
    id: z.int(),
    kind: z.enum(awardKinds),
    label: z.string(),
    week: z.string().nullable(),
    month: z.string().nullable(),
    board: z.string(),
    rank: z.int(),
    listing: listingCard,
    image_url: z.string(),
  })
  .meta({ id: "Award" });

const forms = "a week that exists, such as 2026-W47, or a month such as 2026-10";

export default defineTool({
  name: "list_awards",
  title: "List awards",
  description: `Returns the awards for the top ranks of closed weeks and months, newest first, each with its listing. The total stops at ${countLimit + 1}.`,
  family: "Awards",
  rest: { method: "GET", path: "/awards" },
  page: "/awards",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    kind: z.enum(awardKinds).optional().describe("Weekly or monthly awards"),
    period: z
      .string()
      .max(40)
      .optional()
      .meta({ description: "Week or month; previous needs kind", example: "2026-10" }),
    week: week.optional(),
    listing: slug
      .optional()
      .meta({ description: "Slug of a live listing, from search_listings", example: "tallyglass" }),
    ...pageInput,
  }),
  output: pageOf(award).meta({ id: "AwardList" }),
  examples: [{ kind: "month" }, { listing: "tallyglass" }],
  maxAge: 300,
  async run(context, input) {
    const { read, site, urls, now } = context;
    const filter = {
      siteId: site.id,
      kind: input.kind,
      period: periodOf(input, now),
      listingId: input.listing === undefined ? undefined : await liveListingId(context, input.listing),
    };
    const slice = { limit: input.per_page, offset: offsetOf(input) };
    const { rows, total, hasMore } = await awardsPage(read, filter, slice);
    const stored = await storedCardsOf(read, [...new Set(rows.map((row) => row.listingId))]);
    const cards = new Map(stored.map((card) => [card.id, toCard(card, urls)]));
    return {
      items: rows.flatMap(({ listingId, period, ...row }) => {
        const card = cards.get(listingId);
        if (!card) return [];
        return [
          {
            ...row,
            week: row.kind === "week" ? period : null,
            month: row.kind === "month" ? period : null,
            listing: card,
            image_url: badgeImageUrl(urls, card.slug, `award-${row.id}`),
          },
        ];
      }),
      page: input.page,
      per_page: input.per_page,
      total,
      has_more: hasMore,
    };
  },
  brief: {
    // The rank and the week or month say what the kind and the label say.
    output: pageOf(
      award
        .omit({ image_url: true, kind: true, label: true })
        .extend({ listing: listingCard.pick({ slug: true, name: true }) }),
    ).extend(itemPage),
    from: ({ items, ...page }) => ({
      items: items.map(({ image_url: _, kind: _kind, label: _label, listing: { slug, name }, ...award }) => ({
        ...award,
        listing: { slug, name },
      })),
      ...itemPageOf(items.map(({ listing }) => listing)),
      ...page,
    }),
  },
  text: (found) =>
    lines(
      pageLine(found, "No awards found.", countLimit),
      found.items.map(({ id, label, week, month, board, rank, listing }) =>
        facts(`${label}: ${named(listing)}`, `${board} ${week ?? month}, rank ${rank}`, `award ${id}`),
      ),
    ),
});

function periodOf(
  { kind, period, week }: { kind?: AwardKind; period?: string; week?: string },
  now: Date,
): string | undefined {
  if (period !== undefined && week !== undefined)
    invalid("week", "conflicting_fields", "has the same meaning as period", {
      fix: "Send either week or period, not both.",
    });
  const field = week === undefined ? "period" : "week";
  const given = period ?? week;
  if (given === undefined) return undefined;
  const ofWeek = week === undefined ? readWeek(given, now) : resolveWeek(week, now);
  const ofMonth = week === undefined ? readMonth(given, now) : null;
  const chosen = kind === "week" ? ofWeek : kind === "month" ? ofMonth : (ofWeek ?? ofMonth);
  if (chosen === null && ofWeek === ofMonth)
    invalid(field, "invalid_period", `must be ${forms}`, { fix: `Use ${forms}.` });
  if (chosen === null)
    invalid(field, "conflicting_fields", `is a ${ofWeek ? "week" : "month"}, but kind is ${kind}`, {
      fix: "Omit kind, or send a period of that kind.",
    });
  if (chosen > (chosen === ofWeek ? readWeek : readMonth)("current", now)!)
    invalid(field, "future_period", `is ${chosen}, which has not begun; awards are given when a week or month closes`, {
      fix: "Use previous, or another closed period.",
    });
  return chosen;
}

async function liveListingId({ read, site, now }: CallContext, slug: string): Promise<number> {
  const [found] = await liveListingIds(read, site.id, [slug]);
  if (found) return found.id;
  const fix = slugFix(slug, await nearListings(read, site.id, slug, now), "Use a slug from search_listings.");
  invalid("listing", "unknown_listing", `is not the slug of a live listing: "${slug}"`, fix);
}

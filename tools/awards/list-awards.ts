import * as z from "zod";
import { awardsPage } from "../../db/queries/awards.ts";
import { countLimit } from "../../db/queries/limits.ts";
import { cardsByIds, liveListingIds } from "../../db/queries/listings.ts";
import { awardKinds } from "../../db/schema/vocabulary.ts";
import type { CallContext } from "../core/context.ts";
import { defineTool } from "../core/define.ts";
import { invalid } from "../core/errors.ts";
import { slug } from "../core/fields.ts";
import { offsetOf, pageInput, pageLine, pageOf } from "../core/page.ts";
import { facts, lines } from "../core/text.ts";
import { resolveWeek, week } from "../launches/rules.ts";
import { named } from "../listings/brief.ts";
import { listingCard, toCard } from "../listings/records.ts";
import { badgeImageUrl } from "../listings/rules.ts";

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

const month = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/;
const period = z
  .string()
  .max(10)
  .refine((value) => month.test(value) || week.safeParse(value).success, {
    message: "must be a week that exists, such as 2026-W47, or a month such as 2026-10",
  })
  .describe("Week such as 2026-W47 or month such as 2026-10");

export default defineTool({
  name: "list_awards",
  title: "List awards",
  description: `Awards for the first places of closed weeks and months, newest first, each with its listing. Give listing for the awards of one product. total counts up to ${countLimit + 1}.`,
  family: "Awards",
  rest: { method: "GET", path: "/awards" },
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    kind: z.enum(awardKinds).optional(),
    period: period.optional(),
    week: week.optional(),
    listing: slug.optional().describe("Slug of a live listing"),
    ...pageInput,
  }),
  output: pageOf(award).meta({ id: "AwardList" }),
  examples: [{ kind: "month" }, { listing: "tallyglass" }],
  maxAge: 300,
  async run({ read, site, urls, now }, input) {
    if (input.period !== undefined && input.week !== undefined)
      invalid("week", "conflicting_fields", "says the same as period", { fix: "Give only one of week and period." });
    const asked = input.period ?? input.week;
    const filter = {
      siteId: site.id,
      kind: input.kind,
      period: asked && resolveWeek(asked, now),
      listingId: input.listing === undefined ? undefined : await liveListingId(read, site.id, input.listing),
    };
    const slice = { limit: input.per_page, offset: offsetOf(input) };
    const { rows, total, hasMore } = await awardsPage(read, filter, slice);
    const cards = new Map(
      (await cardsByIds(read, [...new Set(rows.map((row) => row.listingId))])).map((card) => [card.id, card]),
    );
    return {
      items: rows.flatMap(({ listingId, period, ...row }) => {
        const card = cards.get(listingId);
        if (!card) return [];
        return [
          {
            ...row,
            week: row.kind === "week" ? period : null,
            month: row.kind === "month" ? period : null,
            listing: toCard(card, urls),
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
    output: pageOf(award.omit({ image_url: true }).extend({ listing: listingCard.pick({ slug: true, name: true }) })),
    from: ({ items, ...page }) => ({
      items: items.map(({ image_url: _, listing: { slug, name }, ...award }) => ({
        ...award,
        listing: { slug, name },
      })),
      ...page,
    }),
  },
  text: (found) =>
    lines(
      pageLine(found, "No award matches.", countLimit),
      found.items.map(({ id, label, week, month, board, rank, listing }) =>
        facts(`${label}: ${named(listing)}`, `${board} ${week ?? month}, place ${rank}`, `award ${id}`),
      ),
    ),
});

async function liveListingId(read: CallContext["read"], siteId: number, slug: string): Promise<number> {
  const [found] = await liveListingIds(read, siteId, [slug]);
  return (
    found?.id ??
    invalid("listing", "unknown_listing", `there is no live listing "${slug}"`, {
      fix: "Take a slug from search_listings.",
    })
  );
}

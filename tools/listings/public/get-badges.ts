import * as z from "zod";
import { type BadgeFacts, badgeFactsBySlug } from "#db/queries/listings/badges.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { lines } from "../../core/text/text.ts";
import { listingNotFound, ownListingOf } from "../shared/listing-not-found.ts";
import { listingSlug } from "../shared/records.ts";
import { badgeCode, badgesOf } from "./badges.ts";

export default defineTool({
  name: "get_badges",
  title: "Get badges",
  description:
    "Returns the badges of a live listing with HTML and Markdown for a website or README. Use it when the user wants to show a badge. The free plan requires the “listed” badge, which owners get before launch.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}/badges" },
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ slug: listingSlug }),
  output: z
    .strictObject({
      items: z.array(
        z.strictObject({
          kind: z.string().describe("listed, launched, verified or award-{id}"),
          label: z.string(),
          image_url: z.string(),
          html: z.string(),
          markdown: z.string(),
        }),
      ),
      note: z.string(),
    })
    .meta({ id: "Badges" }),
  examples: [{ slug: "slumberline" }],
  maxAge: 300,
  async run(context, { slug }) {
    const { read, site, urls } = context;
    const live = await badgeFactsBySlug(read, site.id, slug);
    const facts = live ?? (await ownBadgeFacts(context, slug));
    if (!facts) return listingNotFound(context, slug, "get_badges");
    const note = live ? placement : `${placement} The listing is not live; the badge's link works as soon as it is.`;
    return { items: badgesOf(facts, site.name).map((badge) => badgeCode(badge, facts, urls)), note };
  },
  text: ({ items, note }) =>
    lines(
      note,
      items.flatMap(({ kind, label, html, markdown }) => [
        `${kind}: ${label}`,
        `HTML: ${html}`,
        `README (light and dark): ${markdown}`,
      ]),
    ),
});

const placement = "The free plan's check reads only the listing's website: show the HTML of “listed” there.";

/** A listing that is not live has earned no other badge than the site's. */
async function ownBadgeFacts(context: CallContext, slug: string): Promise<BadgeFacts | null> {
  const own = await ownListingOf(context, slug);
  return own && { id: own.id, name: own.name, slug: own.slug, launchWeek: null, isVerified: false, awards: [] };
}

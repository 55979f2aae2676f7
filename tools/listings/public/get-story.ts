import * as z from "zod";
import { profileBySlug } from "#db/queries/listings/listings.ts";
import { storyOfListing } from "#db/queries/moderation/owner-voice.ts";
import { type StorySection, storySections } from "#db/schema/vocabulary.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { listingNotFound } from "../shared/listing-not-found.ts";
import { publicListing, toProfile } from "../shared/records.ts";

const { founders, headline, logo_url, name } = publicListing.shape;

export default defineOperation({
  name: "get_story",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({
    title: z.string(),
    sections: z.array(z.strictObject({ section: z.enum(storySections), text: z.string() })),
    published_at: time,
    listing: z.strictObject({ slug: z.string(), name, headline, logo_url, founders }),
  }),
  async run(context, { slug }) {
    const { read, site, urls } = context;
    const row = await profileBySlug(read, site.id, slug);
    if (!row) return listingNotFound(context, slug, "get_listing");
    const { sections, publishedAt } = await storyOfListing(read, row.id);
    if (row.story === null || publishedAt === null) notFound("story", slug);
    const { name, headline, logo_url, founders } = toProfile(row, urls);
    const written = (section: StorySection) => ({ section, text: sections[section] ?? "" });
    return {
      title: row.story,
      sections: storySections.map(written).filter(({ text }) => text !== ""),
      published_at: publishedAt,
      listing: { slug: row.slug, name, headline, logo_url, founders },
    };
  },
});

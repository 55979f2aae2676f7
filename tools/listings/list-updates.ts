import * as z from "zod";
import { latestUpdates } from "../../db/queries/updates.ts";
import { defineOperation } from "../core/define.ts";
import { offsetOf, pageInput, pageOf } from "../core/pagination.ts";
import { mediaUrl, updateFields } from "./records.ts";

const update = z.strictObject({
  ...updateFields,
  listing: z.strictObject({
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    logo_url: z.string().nullable(),
    url: z.string().describe("Its page"),
  }),
});
export type SiteUpdate = z.output<typeof update>;

/** What is new at the live listings of the site, latest first, shown on their own pages or not. */
export default defineOperation({
  name: "list_updates",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject(pageInput),
  output: pageOf(update),
  async run({ read, site, urls }, input) {
    const { page, per_page } = input;
    const found = await latestUpdates(read, [site.id], { limit: per_page, offset: offsetOf(input) });
    const items = found.rows.map(({ id, title, body, createdAt, slug, name, headline, logoHash }) => ({
      id,
      title,
      body,
      created_at: createdAt,
      listing: { slug, name, headline, logo_url: mediaUrl(urls, logoHash), url: `${urls.base}/listings/${slug}` },
    }));
    return { items, page, per_page, total: found.total, has_more: found.hasMore };
  },
});

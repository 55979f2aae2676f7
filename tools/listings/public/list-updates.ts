import * as z from "zod";
import { latestUpdates } from "#db/queries/listings/updates.ts";
import { cursorInput, cursorOutput } from "../../core/lists/cursor.ts";
import { beginningOf, cursorPage } from "../../core/lists/cursor-page.ts";
import { pageInput, pageOf } from "../../core/lists/pagination.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { mediaUrl, updateFields } from "../shared/records.ts";

const update = z.strictObject({
  ...updateFields,
  listing: z.strictObject({
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    logo_url: z.string().nullable(),
    url: z.string().describe("The listing's page"),
  }),
});
export type SiteUpdate = z.output<typeof update>;

/** Lists a site's updates, including those that the listing's own page does not show. */
export default defineOperation({
  name: "list_updates",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ ...pageInput, ...cursorInput }),
  output: pageOf(update).extend(cursorOutput),
  async run({ read, site, urls }, input) {
    const list = JSON.stringify(["updates", site.id]);
    const beginning = beginningOf(list, input, cursorPosition);
    const { passed: offset, after } = beginning;
    const { rows, ...found } = await latestUpdates(read, [site.id], { limit: input.per_page, offset, after });
    const items = rows.map(({ id, title, body, createdAt, slug, name, headline, logoHash }) => ({
      id,
      title,
      body,
      created_at: createdAt,
      listing: { slug, name, headline, logo_url: mediaUrl(urls, logoHash), url: `${urls.base}/listings/${slug}` },
    }));
    return { items, ...cursorPage(list, input, beginning, { count: rows.length, ...found }) };
  },
});

const cursorPosition = z.tuple([z.string(), z.int()]);

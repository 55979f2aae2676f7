import * as z from "zod";
import { latestUpdates } from "../../db/queries/updates.ts";
import { cursorInput, cursorOutput, readCursor, writeCursor } from "../core/cursor.ts";
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
  input: z.strictObject({ ...pageInput, ...cursorInput }),
  output: pageOf(update).extend(cursorOutput),
  async run({ read, site, urls }, input) {
    const { per_page } = input;
    const list = JSON.stringify(["updates", site.id]);
    const cursor = input.cursor === undefined ? null : readCursor(list, input.cursor, place);
    const passed = cursor?.passed ?? offsetOf(input);
    const slice = { limit: per_page, offset: passed, after: cursor?.place };
    const { rows, total, hasMore, next } = await latestUpdates(read, site.id, slice);
    const items = rows.map(({ id, title, body, createdAt, slug, name, headline, logoHash }) => ({
      id,
      title,
      body,
      created_at: createdAt,
      listing: { slug, name, headline, logo_url: mediaUrl(urls, logoHash), url: `${urls.base}/listings/${slug}` },
    }));
    return {
      items,
      page: cursor ? Math.floor(passed / per_page) + 1 : input.page,
      per_page,
      total,
      has_more: hasMore,
      ...(next && { next_cursor: writeCursor(list, { passed: passed + rows.length, place: next }) }),
    };
  },
});

/** Of `UpdatePlace`. */
const place = z.tuple([z.string(), z.int()]);

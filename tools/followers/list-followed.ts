import * as z from "zod";
import { searchesOfAccount } from "#db/queries/followers/followed-searches.ts";
import { followCount, followsOfAccount } from "#db/queries/followers/follows.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { time } from "../core/input/fields.ts";
import { offsetOf, pageFrom, pageInput, pageOf } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { mediaUrl } from "../listings/shared/records.ts";
import { searchLabel } from "./search-query.ts";

const followed = z.strictObject({
  listing_id: z.int(),
  slug: z.string(),
  name: z.string(),
  headline: z.string(),
  logo_url: z.string().nullable(),
  is_live: z.boolean().describe("Whether the listing is live"),
  site: z.strictObject({ name: z.string(), is_this: z.boolean() }),
  followed_at: time,
});

const followedSearch = z.strictObject({
  query: z.string().describe("The search as a URL query"),
  label: z.string(),
  site: z.strictObject({ id: z.int(), name: z.string(), is_this: z.boolean() }),
  followed_at: time,
});

export default defineOperation({
  name: "list_followed",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject(pageInput),
  output: z.strictObject({ ...pageOf(followed).shape, searches: z.array(followedSearch) }),
  async run(context, input) {
    const { read, site, urls } = context;
    const { id: accountId } = await ownAccount(read, context);
    const rows = await followsOfAccount(read, accountId, { limit: input.per_page, offset: offsetOf(input) });
    const items = rows.map(({ listingId, logoHash, isLive, siteId, siteName, followedAt, ...listing }) => ({
      ...listing,
      listing_id: listingId,
      logo_url: mediaUrl(urls, logoHash),
      is_live: isLive,
      site: { name: siteName, is_this: siteId === site.id },
      followed_at: followedAt,
    }));
    const page = pageFrom(items, await followCount(read, accountId), input);
    const searches = await Promise.all(
      (await searchesOfAccount(read, accountId)).map(async ({ query, siteId, siteName, followedAt }) => ({
        query,
        label: await searchLabel(read, { siteId, query }),
        site: { id: siteId, name: siteName, is_this: siteId === site.id },
        followed_at: followedAt,
      })),
    );
    return { ...page, searches };
  },
});

import * as z from "zod";
import { ballotCount, ballotsOfAccount } from "#db/queries/votes/own-ballots.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { offsetOf, pageFrom, pageInput, pageOf } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { mediaUrl } from "../listings/shared/records.ts";
import { ownVote, toOwnVote } from "./shared/records.ts";

const listed = ownVote.extend({
  slug: z.string(),
  name: z.string(),
  logo_url: z.string().nullable(),
  is_live: z.boolean().describe("Whether the listing is live"),
  site: z.strictObject({ name: z.string(), is_this: z.boolean() }),
});
export type ListedVote = z.output<typeof listed>;

export default defineOperation({
  name: "list_votes",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject(pageInput),
  output: pageOf(listed),
  async run(context, input) {
    const { read, site, urls, now } = context;
    const voter = await ownAccount(read, context);
    const rows = await ballotsOfAccount(read, voter.id, { limit: input.per_page, offset: offsetOf(input) });
    const items = rows.map((row) => ({
      ...toOwnVote(row, voter, now),
      slug: row.slug,
      name: row.name,
      logo_url: mediaUrl(urls, row.logoHash),
      is_live: row.isLive,
      site: { name: row.siteName, is_this: row.siteId === site.id },
    }));
    return pageFrom(items, await ballotCount(read, voter.id), input);
  },
});

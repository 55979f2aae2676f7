import * as z from "zod";
import { ballotCount, ballotsOfAccount } from "#db/queries/votes/own-ballots.ts";
import { offsetOf, pageFrom, pageInput, pageOf } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { mediaUrl } from "../listings/shared/records.ts";
import { knownVoter } from "./known-voter.ts";
import { ownVote, toOwnVote } from "./shared/records.ts";

const listed = ownVote.extend({
  slug: z.string(),
  name: z.string(),
  logo_url: z.string().nullable(),
  is_live: z.boolean().describe("Whether it can be seen now"),
  site: z.strictObject({ name: z.string(), is_this: z.boolean() }),
});
export type ListedVote = z.output<typeof listed>;

/** What the person voted for, on all sites, and whether each vote counts. */
export default defineOperation({
  name: "list_votes",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject(pageInput),
  output: pageOf(listed),
  async run(context, input) {
    const { read, site, urls, now } = context;
    const voter = await knownVoter(read, context);
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

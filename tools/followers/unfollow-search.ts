import * as z from "zod";
import { deleteFollowedSearch } from "#db/queries/followers/followed-searches.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { searchState } from "./records.ts";

export default defineOperation({
  name: "unfollow_search",
  scopes: [],
  actors: ["person"],
  effect: "delete",
  input: z.strictObject({
    query: z.string().max(4000).describe("The query as returned by follow_search"),
    site_id: z.int().min(1).optional().describe("Site of the followed search; this site by default"),
  }),
  output: searchState,
  async run(context, { query, site_id = context.site.id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      if (await deleteFollowedSearch(tx, accountId, site_id, query))
        record({ subjects: [`account:${accountId}`], before: { follows: query } });
      return { query, is_following: false };
    };
  },
});

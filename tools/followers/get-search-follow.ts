import { followsSearch } from "#db/queries/followers/followed-searches.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { followedSearch, searchState } from "./records.ts";
import { queryOf } from "./search-query.ts";

export default defineOperation({
  name: "get_search_follow",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: followedSearch,
  output: searchState,
  async run(context, search) {
    const query = queryOf(search, context.site);
    const is_following = await followsSearch(context.read, accountOf(context).accountId, context.site.id, query);
    return { query, is_following };
  },
});

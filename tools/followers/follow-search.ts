import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { addFollowedSearch, followedSearchCount } from "#db/queries/followers/followed-searches.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { followedSearch, searchState } from "./records.ts";
import { maxSearches } from "./rules.ts";
import { queryOf, searchOf } from "./search-query.ts";

export default defineOperation({
  name: "follow_search",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: followedSearch,
  output: searchState,
  async run(context, search) {
    const { site, now } = context;
    const { accountId } = accountOf(context);
    const query = queryOf(search, site);
    const { category = [] } = searchOf(query);
    return async (tx, record) => {
      const known = await categoryIdsBySlugs(tx, site.id, category);
      for (const slug of category)
        if (!known.has(slug)) invalid("category", "unknown_category", `is not a category: "${slug}"`);
      if (await addFollowedSearch(tx, accountId, site.id, query, now)) {
        if ((await followedSearchCount(tx, accountId)) > maxSearches)
          throw new Problem(
            "conflict",
            `You already follow ${maxSearches} searches and categories, which is the maximum. First unfollow one under /account/following.`,
          );
        record({ subjects: [`account:${accountId}`], after: { follows: query } });
      }
      return { query, is_following: true };
    };
  },
});

import followSearch from "#tools/followers/follow-search.ts";
import getSearchFollow from "#tools/followers/get-search-follow.ts";
import type { FollowedSearch } from "#tools/followers/records.ts";
import { searchOf } from "#tools/followers/search-query.ts";
import unfollowSearch from "#tools/followers/unfollow-search.ts";
import { answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { refusalOf } from "../../frame/submit.ts";
import { noticeOf, type SignedInVisit, signInTo } from "../../frame/visit.ts";
import { followNotices } from "../listing/follow.ts";

/** The path of a followed search. A search for a single category leads to that category's page. */
export function followedPath(query: string): string {
  const { category = [] } = searchOf(query);
  const isCategory = category.length === 1 && new URLSearchParams(query).size === 1;
  return isCategory ? `/categories/${encodeURIComponent(category[0]!)}` : `/search?${query}`;
}

/** The follow button for a search or category. Visitors without a session are asked to sign in first. */
export async function followSearchControl(
  visit: SignedInVisit | null,
  search: FollowedSearch,
  { name, currentPath }: { name: HtmlValue; currentPath: string },
): Promise<Html> {
  const labelOf = (act: "Follow" | "Unfollow") => html`<span>${act} ${name}${act === "Follow" && " by email"}</span>`;
  if (!visit)
    return html`<a class="button" href="${signInTo("follow", currentPath)}" rel="nofollow">${labelOf("Follow")}</a>`;
  const { query, is_following } = await visit.call(getSearchFollow, search);
  return pageForm(
    visit,
    "/follow-search",
    html`${hiddenField("query", query)}<button name="do" value="${is_following ? "unfollow" : "follow"}">${labelOf(is_following ? "Unfollow" : "Follow")}</button>`,
  );
}

export const searchFollowNotice = (visit: SignedInVisit | null, name: string): string | undefined =>
  visit
    ? noticeOf(visit, {
        ...followNotices(visit, name, "new launches"),
        "most-followed":
          "You are following the maximum number of searches and categories. Unfollow one under Following and emails in your account.",
      })
    : undefined;

export const followSearchPage = definePage({
  path: "/follow-search",
  name: "follow_search",
  audience: "account",
  // After sign-in, the browser returns here with GET.
  get: async (visit) => answerRedirect(visit, "/account/following"),
  async post(visit, form) {
    const query = form.text("query");
    const isUnfollow = form.text("do") === "unfollow";
    const call = isUnfollow
      ? visit.call(unfollowSearch, { query })
      : visit.call(followSearch, searchOf(query) as FollowedSearch);
    const done = (await refusalOf(call)) ? "most-followed" : isUnfollow ? "unfollowed" : "followed";
    const back = new URL(followedPath(query), visit.base);
    back.searchParams.set("done", done);
    return answerRedirect(visit, back.pathname + back.search);
  },
});

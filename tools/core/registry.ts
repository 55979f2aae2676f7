import getAccount from "../account/get-account.ts";
import listAwards from "../awards/list-awards.ts";
import getBlogPost from "../blog/get-blog-post.ts";
import listBlogPosts from "../blog/list-blog-posts.ts";
import getCategory from "../categories/get-category.ts";
import listCategories from "../categories/list-categories.ts";
import emptyDrafts from "../drafts/empty-drafts.ts";
import expireDrafts from "../drafts/expire-drafts.ts";
import failDraft from "../drafts/fail-draft.ts";
import finishCrawl from "../drafts/finish-crawl.ts";
import finishDraft from "../drafts/finish-draft.ts";
import getDraft from "../drafts/get-draft.ts";
import inviteCofounder from "../drafts/invite-cofounder.ts";
import listMyDrafts from "../drafts/list-my-drafts.ts";
import settleDraftLogo from "../drafts/settle-draft-logo.ts";
import submitDraft from "../drafts/submit-draft.ts";
import submitListing from "../drafts/submit-listing.ts";
import updateDraft from "../drafts/update-draft.ts";
import getFounder from "../founders/get-founder.ts";
import listFounders from "../founders/list-founders.ts";
import listInterviewQuestions from "../founders/list-interview-questions.ts";
import getLaunchWeek from "../launches/get-launch-week.ts";
import listLaunches from "../launches/list-launches.ts";
import closeMonth from "../leaderboards/close-month.ts";
import closeWeek from "../leaderboards/close-week.ts";
import getLeaderboard from "../leaderboards/get-leaderboard.ts";
import compareListings from "../listings/compare-listings.ts";
import getAlternatives from "../listings/get-alternatives.ts";
import getBadges from "../listings/get-badges.ts";
import getListing from "../listings/get-listing.ts";
import searchListings from "../listings/search-listings.ts";
import listProducts from "../orders/list-products.ts";
import getMyListing from "../owner/get-my-listing.ts";
import listMyListings from "../owner/list-my-listings.ts";
import setListingLogo from "../owner/set-listing-logo.ts";
import updateMyListing from "../owner/update-my-listing.ts";
import getSiteInfo from "../site/get-site-info.ts";
import type { AnyOperation, AnyTool } from "./define.ts";

/** All operations in the one order that `tools/list`, OpenAPI and the README show. */
export const tools: readonly AnyTool[] = [
  getSiteInfo,
  searchListings,
  getListing,
  getAlternatives,
  compareListings,
  getBadges,
  listCategories,
  getCategory,
  getLaunchWeek,
  listLaunches,
  getLeaderboard,
  listFounders,
  getFounder,
  listBlogPosts,
  getBlogPost,
  listAwards,
  listInterviewQuestions,
  getAccount,
  submitListing,
  listMyDrafts,
  getDraft,
  updateDraft,
  inviteCofounder,
  submitDraft,
  listMyListings,
  getMyListing,
  updateMyListing,
  listProducts,
];

/** Every operation: the tools, then those that only pages, commands and jobs call. */
export const operations: readonly AnyOperation[] = [
  ...tools,
  closeWeek,
  closeMonth,
  finishCrawl,
  finishDraft,
  failDraft,
  settleDraftLogo,
  expireDrafts,
  emptyDrafts,
  setListingLogo,
];

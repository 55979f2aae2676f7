import addRule from "./abuse/add-rule.ts";
import deleteRule from "./abuse/delete-rule.ts";
import listRules from "./abuse/list-rules.ts";
import createAccount from "./account/create-account.ts";
import createApiKey from "./account/create-api-key.ts";
import createReviewAccount from "./account/create-review-account.ts";
import deleteAccount from "./account/delete-account.ts";
import deleteApiKey from "./account/delete-api-key.ts";
import deleteOwnAccount from "./account/delete-own-account.ts";
import disconnectApp from "./account/disconnect-app.ts";
import endAccess from "./account/end-access.ts";
import findAccounts from "./account/find-accounts.ts";
import getAccount from "./account/get-account.ts";
import inviteAccount from "./account/invite-account.ts";
import listApiKeys from "./account/list-api-keys.ts";
import exportAccount from "./account/own-data/export-account.ts";
import refuseApprovalRequest from "./account/refuse-approval-request.ts";
import refuseMailAddress from "./account/refuse-mail-address.ts";
import renameAccount from "./account/rename-account.ts";
import restoreAccount from "./account/restore-account.ts";
import retryMailAddress from "./account/retry-mail-address.ts";
import revokeApiKey from "./account/revoke-api-key.ts";
import setAccountPassword from "./account/set-account-password.ts";
import setAccountRole from "./account/set-account-role.ts";
import setApprovalPolicy from "./account/set-approval-policy.ts";
import showAccount from "./account/show-account.ts";
import suspendAccount from "./account/suspend-account.ts";
import listChanges from "./audit/list-changes.ts";
import addPostPicture from "./blog/add-post-picture.ts";
import createBlogPost from "./blog/create-blog-post.ts";
import deleteBlogPost from "./blog/delete-blog-post.ts";
import findBlogPosts from "./blog/find-blog-posts.ts";
import getBlogPost from "./blog/get-blog-post.ts";
import listBlogPosts from "./blog/list-blog-posts.ts";
import updateBlogPost from "./blog/update-blog-post.ts";
import createCategory from "./categories/create-category.ts";
import deleteCategory from "./categories/delete-category.ts";
import findCategories from "./categories/find-categories.ts";
import getCategory from "./categories/get-category.ts";
import importCategories from "./categories/import-categories.ts";
import listCategories from "./categories/list-categories.ts";
import updateCategory from "./categories/update-category.ts";
import applyProofResult from "./claims/apply-proof-result.ts";
import assignOwner from "./claims/assign-owner.ts";
import changeAccess from "./claims/change-access.ts";
import claimListing from "./claims/claim-listing.ts";
import confirmClaim from "./claims/confirm-claim.ts";
import decideDispute from "./claims/decide-dispute.ts";
import expireClaims from "./claims/expire-claims.ts";
import followClaim from "./claims/follow-claim.ts";
import listDisputes from "./claims/list-disputes.ts";
import listMyClaims from "./claims/list-my-claims.ts";
import removePerson from "./claims/remove-person.ts";
import renewClaim from "./claims/renew-claim.ts";
import verifyClaim from "./claims/verify-claim.ts";
import requestApproval from "./core/calls/request-approval.ts";
import type { AnyOperation, AnyTool } from "./core/operations/define.ts";
import { isTeamTool } from "./core/operations/team-tool.ts";
import findRecords from "./data/find-records.ts";
import readFeed from "./data/read-feed.ts";
import acceptInvite from "./drafts/accept-invite.ts";
import applyDraftLogo from "./drafts/apply-draft-logo.ts";
import applyDraftScreenshot from "./drafts/apply-draft-screenshot.ts";
import declineScreenshot from "./drafts/decline-screenshot.ts";
import discardDraft from "./drafts/discard-draft.ts";
import emptyDrafts from "./drafts/empty-drafts.ts";
import expireDrafts from "./drafts/expire-drafts.ts";
import failDraft from "./drafts/fail-draft.ts";
import finishCrawl from "./drafts/finish-crawl.ts";
import finishDraft from "./drafts/finish-draft.ts";
import followDraft from "./drafts/follow-draft.ts";
import getDraft from "./drafts/get-draft.ts";
import improveDraft from "./drafts/improve-draft.ts";
import inviteCofounder from "./drafts/invite-cofounder.ts";
import listMyDrafts from "./drafts/list-my-drafts.ts";
import stopDraft from "./drafts/stop-draft.ts";
import submitDraft from "./drafts/submit-draft.ts";
import submitListing from "./drafts/submit-listing.ts";
import updateDraft from "./drafts/update-draft.ts";
import followListing from "./followers/follow-listing.ts";
import followSearch from "./followers/follow-search.ts";
import getFollow from "./followers/get-follow.ts";
import getSearchFollow from "./followers/get-search-follow.ts";
import listFollowed from "./followers/list-followed.ts";
import sendDigest from "./followers/send-digest.ts";
import setDigests from "./followers/set-digests.ts";
import unfollowListing from "./followers/unfollow-listing.ts";
import unfollowSearch from "./followers/unfollow-search.ts";
import deleteFounder from "./founders/delete-founder.ts";
import findFounders from "./founders/find-founders.ts";
import getFounder from "./founders/get-founder.ts";
import listFounders from "./founders/list-founders.ts";
import listInterviewQuestions from "./founders/list-interview-questions.ts";
import listNewFounders from "./founders/list-new-founders.ts";
import saveFounderProfile from "./founders/save-founder-profile.ts";
import getInsights from "./insights/get-insights.ts";
import getSiteInsights from "./insights/get-site-insights.ts";
import sendInsights from "./insights/send-insights.ts";
import countJobs from "./jobs/count-jobs.ts";
import listJobs from "./jobs/list-jobs.ts";
import listMails from "./jobs/list-mails.ts";
import retryJob from "./jobs/retry-job.ts";
import showJob from "./jobs/show-job.ts";
import changeLaunchWeek from "./launches/change-launch-week.ts";
import closeMonth from "./launches/close-month.ts";
import closeWeek from "./launches/close-week.ts";
import findAwards from "./launches/find-awards.ts";
import applyBadgeCheck from "./launches/free/apply-badge-check.ts";
import checkBadge from "./launches/free/check-badge.ts";
import chooseFreeListing from "./launches/free/choose-free-listing.ts";
import openWeek from "./launches/free/open-week.ts";
import placeWaitingListings from "./launches/free/place-waiting-listings.ts";
import getLaunchWeek from "./launches/get-launch-week.ts";
import listAwards from "./launches/list-awards.ts";
import listLaunchWeeks from "./launches/list-launch-weeks.ts";
import listLaunches from "./launches/list-launches.ts";
import sendResults from "./launches/send-results.ts";
import getLeaderboard from "./leaderboards/get-leaderboard.ts";
import importRatings from "./leaderboards/import-ratings.ts";
import addMilestone from "./listings/owner/add-milestone.ts";
import addPicture from "./listings/owner/add-picture.ts";
import answerInterview from "./listings/owner/answer-interview.ts";
import archiveListing from "./listings/owner/archive-listing.ts";
import askOwners from "./listings/owner/ask-owners.ts";
import chooseAppearance from "./listings/owner/choose-appearance.ts";
import deleteMilestone from "./listings/owner/delete-milestone.ts";
import getMyListing from "./listings/owner/get-my-listing.ts";
import listMyListings from "./listings/owner/list-my-listings.ts";
import postListingUpdate from "./listings/owner/post-listing-update.ts";
import removeScreenshot from "./listings/owner/remove-screenshot.ts";
import revertEdit from "./listings/owner/revert-edit.ts";
import setFounderStory from "./listings/owner/set-founder-story.ts";
import setListingLogo from "./listings/owner/set-listing-logo.ts";
import unarchiveListing from "./listings/owner/unarchive-listing.ts";
import updateMyListing from "./listings/owner/update-my-listing.ts";
import uploadLogo from "./listings/owner/upload-logo.ts";
import getBadges from "./listings/public/get-badges.ts";
import getHistory from "./listings/public/get-history.ts";
import getListing from "./listings/public/get-listing.ts";
import getScreenshot from "./listings/public/get-screenshot.ts";
import getStory from "./listings/public/get-story.ts";
import getWebsiteFacts from "./listings/public/get-website-facts.ts";
import listUpdates from "./listings/public/list-updates.ts";
import deleteListing from "./listings/shared/delete-listing.ts";
import importListings from "./listings/shared/import-listings.ts";
import createListing from "./listings/team/create-listing.ts";
import editListing from "./listings/team/edit-listing.ts";
import findListings from "./listings/team/find-listings.ts";
import listEdits from "./listings/team/list-edits.ts";
import mergeListings from "./listings/team/merge-listings.ts";
import reviewListings from "./listings/team/review-listings.ts";
import sendTeamDigest from "./listings/team/send-team-digest.ts";
import showListing from "./listings/team/show-listing.ts";
import answerDecision from "./moderation/decisions/answer-decision.ts";
import decideAnswer from "./moderation/decisions/decide-answer.ts";
import listDecisions from "./moderation/decisions/list-decisions.ts";
import rejectListing from "./moderation/decisions/reject-listing.ts";
import restoreListing from "./moderation/decisions/restore-listing.ts";
import suspendListing from "./moderation/decisions/suspend-listing.ts";
import suspendListings from "./moderation/decisions/suspend-listings.ts";
import assignCase from "./moderation/inbox/assign-case.ts";
import getBulkAction from "./moderation/inbox/get-bulk-action.ts";
import getTeamInbox from "./moderation/inbox/get-team-inbox.ts";
import markSeen from "./moderation/inbox/mark-seen.ts";
import startBulkAction from "./moderation/inbox/start-bulk-action.ts";
import undoDecision from "./moderation/inbox/undo-decision.ts";
import decideReports from "./moderation/reports/decide-reports.ts";
import listReports from "./moderation/reports/list-reports.ts";
import reportListing from "./moderation/reports/report-listing.ts";
import approveListing from "./moderation/review/approve-listing.ts";
import listReviews from "./moderation/review/list-reviews.ts";
import requestChange from "./moderation/review/request-change.ts";
import decideFlag from "./moderation/texts/decide-flag.ts";
import dismissDuplicate from "./moderation/texts/dismiss-duplicate.ts";
import flagTexts from "./moderation/texts/flag-texts.ts";
import listDuplicates from "./moderation/texts/list-duplicates.ts";
import listFlags from "./moderation/texts/list-flags.ts";
import billOrder from "./orders/bill-order.ts";
import cancelOrder from "./orders/cancel-order.ts";
import confirmOrder from "./orders/confirm-order.ts";
import confirmVatId from "./orders/confirm-vat-id.ts";
import correctVat from "./orders/correct-vat.ts";
import createCheckout from "./orders/create-checkout.ts";
import findOrders from "./orders/find-orders.ts";
import getOrder from "./orders/get-order.ts";
import importExchangeRates from "./orders/import-exchange-rates.ts";
import listExchangeRates from "./orders/list-exchange-rates.ts";
import listMyOrders from "./orders/list-my-orders.ts";
import listProducts from "./orders/list-products.ts";
import playPayment from "./orders/payments/play-payment.ts";
import receivePaymentNews from "./orders/payments/receive-payment-news.ts";
import refundOrder, { orderRefunded, refundGivenUp } from "./orders/payments/refund-order.ts";
import settlePayment from "./orders/payments/settle-payment.ts";
import quoteOrder from "./orders/quote-order.ts";
import saveBilling from "./orders/save-billing.ts";
import updateProduct from "./orders/update-product.ts";
import withdrawOrder from "./orders/withdraw-order.ts";
import compareListings from "./search/compare-listings.ts";
import getAlternatives from "./search/get-alternatives.ts";
import listNewAlternatives from "./search/list-new-alternatives.ts";
import searchListings from "./search/search-listings.ts";
import listSubjects from "./search/subjects/list-subjects.ts";
import saveSubject from "./search/subjects/save-subject.ts";
import suggestSearches from "./search/suggest-searches.ts";
import createSite from "./site/create-site.ts";
import deleteSite from "./site/delete-site.ts";
import getSiteInfo from "./site/get-site-info.ts";
import listAddressParts from "./site/list-address-parts.ts";
import listAddresses from "./site/list-addresses.ts";
import listLaunchedWeeks from "./site/list-launched-weeks.ts";
import listSites from "./site/list-sites.ts";
import updateSite from "./site/update-site.ts";
import castVote from "./votes/cast-vote.ts";
import countWaitingVotes from "./votes/count-waiting-votes.ts";
import excludeVote from "./votes/exclude-vote.ts";
import getRankingFacts from "./votes/get-ranking-facts.ts";
import getVotes from "./votes/get-votes.ts";
import getWeekBallots from "./votes/get-week-ballots.ts";
import includeVote from "./votes/include-vote.ts";
import listBallots from "./votes/list-ballots.ts";
import listVotes from "./votes/list-votes.ts";
import takeVoteBack from "./votes/take-vote-back.ts";
import createWebhook from "./webhooks/create-webhook.ts";
import deleteWebhook from "./webhooks/delete-webhook.ts";
import listDeliveries from "./webhooks/list-deliveries.ts";
import listWebhooks from "./webhooks/list-webhooks.ts";
import markWebhook from "./webhooks/mark-webhook.ts";
import resendDelivery from "./webhooks/resend-delivery.ts";
import rotateWebhookSecret from "./webhooks/rotate-webhook-secret.ts";
import testWebhook from "./webhooks/test-webhook.ts";
import updateWebhook from "./webhooks/update-webhook.ts";

/** All operations, in the order in which `tools/list`, OpenAPI and docs/operations.md show them. */
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
  postListingUpdate,
  addMilestone,
  deleteMilestone,
  setFounderStory,
  answerInterview,
  chooseFreeListing,
  claimListing,
  verifyClaim,
  listMyClaims,
  listProducts,
  quoteOrder,
  createCheckout,
  listMyOrders,
  getOrder,
];

export const operations: readonly AnyOperation[] = [
  ...tools,
  closeWeek,
  closeMonth,
  createSite,
  updateSite,
  deleteSite,
  importListings,
  suspendListing,
  suspendListings,
  rejectListing,
  restoreListing,
  mergeListings,
  deleteListing,
  createListing,
  editListing,
  assignOwner,
  createCategory,
  updateCategory,
  deleteCategory,
  importCategories,
  saveSubject,
  importRatings,
  importExchangeRates,
  saveFounderProfile,
  deleteFounder,
  addPostPicture,
  createBlogPost,
  updateBlogPost,
  deleteBlogPost,
  createAccount,
  createReviewAccount,
  renameAccount,
  suspendAccount,
  restoreAccount,
  setAccountRole,
  setAccountPassword,
  exportAccount,
  deleteAccount,
  deleteOwnAccount,
  createApiKey,
  revokeApiKey,
  deleteApiKey,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  resendDelivery,
  markWebhook,
  disconnectApp,
  endAccess,
  setApprovalPolicy,
  requestApproval,
  refuseApprovalRequest,
  finishCrawl,
  finishDraft,
  improveDraft,
  applyDraftScreenshot,
  declineScreenshot,
  removeScreenshot,
  addPicture,
  uploadLogo,
  failDraft,
  applyDraftLogo,
  expireDrafts,
  emptyDrafts,
  discardDraft,
  followDraft,
  stopDraft,
  followClaim,
  acceptInvite,
  updateProduct,
  saveBilling,
  billOrder,
  confirmOrder,
  playPayment,
  cancelOrder,
  withdrawOrder,
  settlePayment,
  receivePaymentNews,
  orderRefunded,
  refundGivenUp,
  confirmVatId,
  correctVat,
  refundOrder,
  setListingLogo,
  retryJob,
  openWeek,
  placeWaitingListings,
  applyBadgeCheck,
  getStory,
  getHistory,
  listNewAlternatives,
  getInsights,
  getWebsiteFacts,
  getScreenshot,
  suggestSearches,
  listAddressParts,
  listAddresses,
  listLaunchedWeeks,
  listNewFounders,
  listUpdates,
  listLaunchWeeks,
  followListing,
  unfollowListing,
  getFollow,
  followSearch,
  unfollowSearch,
  getSearchFollow,
  listFollowed,
  setDigests,
  sendDigest,
  sendResults,
  sendInsights,
  refuseMailAddress,
  retryMailAddress,
  getTeamInbox,
  getSiteInsights,
  markSeen,
  undoDecision,
  startBulkAction,
  getBulkAction,
  assignCase,
  listEdits,
  revertEdit,
  sendTeamDigest,
  askOwners,
  findListings,
  listChanges,
  listJobs,
  listMails,
  reviewListings,
  checkBadge,
  changeLaunchWeek,
  chooseAppearance,
  archiveListing,
  unarchiveListing,
  applyProofResult,
  confirmClaim,
  expireClaims,
  renewClaim,
  listDisputes,
  changeAccess,
  decideDispute,
  removePerson,
  reportListing,
  listReports,
  decideReports,
  answerDecision,
  listDecisions,
  listReviews,
  approveListing,
  requestChange,
  decideAnswer,
  flagTexts,
  listFlags,
  listDuplicates,
  dismissDuplicate,
  decideFlag,
  castVote,
  takeVoteBack,
  getVotes,
  listVotes,
  countWaitingVotes,
  getWeekBallots,
  findRecords,
  readFeed,
  getRankingFacts,
  excludeVote,
  includeVote,
  listBallots,
  listRules,
  addRule,
  deleteRule,
  inviteAccount,
  listSites,
  findCategories,
  listSubjects,
  findBlogPosts,
  findOrders,
  listExchangeRates,
  showListing,
  findFounders,
  findAwards,
  findAccounts,
  showAccount,
  listApiKeys,
  listWebhooks,
  listDeliveries,
  countJobs,
  showJob,
];

/** The tools of assistants and scripts, and those of the team: `/api/v1/team/…` and `/mcp?profile=team`. */
export const allTools: readonly AnyTool[] = [
  ...tools,
  ...operations.filter((operation): operation is AnyTool => "rest" in operation && isTeamTool(operation)),
];

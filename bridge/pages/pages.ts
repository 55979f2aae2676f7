import type { Elysia } from "elysia";
import type { Answer } from "../http/server/routes.ts";
import type { Runtime } from "../http/server/runtime.ts";
import { accountPage } from "./account/account.ts";
import { approvalPage } from "./account/approvals/approval.ts";
import { approvalsPage } from "./account/approvals/approvals.ts";
import { appsPage } from "./account/apps.ts";
import { claimsPage } from "./account/claims.ts";
import { dataPage } from "./account/data.ts";
import { deletionPage } from "./account/deletion.ts";
import { draftPage } from "./account/draft.ts";
import { draftsPage } from "./account/drafts.ts";
import { followingPage } from "./account/following.ts";
import { invitePage } from "./account/invite.ts";
import { keysPage } from "./account/keys.ts";
import { archivePage } from "./account/listing/archive.ts";
import { editPage } from "./account/listing/edit/edit.ts";
import { listingsPage } from "./account/listing/listings.ts";
import { milestonesPage } from "./account/listing/milestones.ts";
import { listingPage } from "./account/listing/overview.ts";
import { peoplePage } from "./account/listing/people.ts";
import { storyPage } from "./account/listing/story.ts";
import { updatesPage } from "./account/listing/updates.ts";
import { versionsPage } from "./account/listing/versions.ts";
import { profilePage } from "./account/profile.ts";
import { submitPage } from "./account/submit-address.ts";
import { unsubscribePage } from "./account/unsubscribe.ts";
import { votesPage } from "./account/votes.ts";
import { claimPage } from "./claims/claim.ts";
import { confirmClaimPage } from "./claims/confirm.ts";
import { followPage } from "./directory/follow.ts";
import { followSearchPage } from "./directory/follow-search.ts";
import { reportPage } from "./directory/report.ts";
import { votePage } from "./directory/vote.ts";
import type { Assets } from "./frame/assets.ts";
import { mailboxPage } from "./frame/mailbox.ts";
import { mountPage } from "./frame/mount.ts";
import { unknownPage } from "./frame/unknown.ts";
import { billingPage } from "./orders/billing.ts";
import { checkoutPage } from "./orders/checkout.ts";
import { invoicePage } from "./orders/invoice.ts";
import { buyPage } from "./orders/launch.ts";
import { orderPage, ordersPage } from "./orders/orders.ts";
import { structuredInvoicePage } from "./orders/structured.ts";
import { withdrawPage } from "./orders/withdraw.ts";
import { consentPage } from "./sign-in/consent.ts";
import { checkMailPage, linkPage, resetPasswordPage } from "./sign-in/mailed-links.ts";
import { providerCallbackPage, providerPage } from "./sign-in/provider.ts";
import { signInPage } from "./sign-in/sign-in.ts";
import { signOutPage } from "./sign-in/sign-out.ts";
import { signUpPage } from "./sign-in/sign-up.ts";

import { ballotsPage } from "./team/ballots.ts";
import { claimCasesPage } from "./team/claims.ts";
import { decisionsPage } from "./team/decisions.ts";
import { editsPage } from "./team/edits.ts";
import { teamJobsPage } from "./team/jobs.ts";
import { teamListingPage } from "./team/listing.ts";
import { teamListingsPage } from "./team/listings.ts";
import { teamMailPage } from "./team/mail.ts";
import { marksPage } from "./team/marks.ts";
import { teamPeoplePage } from "./team/people.ts";
import { teamReportsPage } from "./team/reports.ts";

/** Mounts the pages for people; returns what answers where there is none. */
export function mountPages(app: Elysia, runtime: Runtime, assets: Assets): Answer {
  const pages = [
    signInPage,
    signUpPage,
    checkMailPage,
    linkPage,
    resetPasswordPage,
    signOutPage,
    providerPage,
    providerCallbackPage,
    consentPage(runtime.authorization),
    accountPage,
    dataPage,
    deletionPage,
    profilePage,
    submitPage,
    draftsPage,
    draftPage,
    listingsPage,
    listingPage,
    editPage,
    updatesPage,
    milestonesPage,
    storyPage,
    followingPage,
    followPage,
    followSearchPage,
    votesPage,
    votePage,
    unsubscribePage,
    versionsPage,
    archivePage,
    peoplePage,
    claimPage,
    reportPage,
    confirmClaimPage,
    claimsPage,
    invitePage,
    checkoutPage,
    ordersPage,
    orderPage,
    invoicePage,
    structuredInvoicePage,
    withdrawPage,
    billingPage,
    buyPage,
    keysPage,
    appsPage,
    approvalsPage,
    approvalPage,
    editsPage,
    claimCasesPage,
    teamReportsPage,
    decisionsPage,
    marksPage,
    ballotsPage,
    teamListingsPage,
    teamListingPage,
    teamPeoplePage,
    teamJobsPage,
    teamMailPage,
    ...(runtime.hasMailbox ? [mailboxPage] : []),
  ];
  for (const page of pages) mountPage(app, page, runtime, assets);
  return mountPage(app, unknownPage, runtime, assets);
}

import { appearanceOn } from "#db/queries/listings/company-founders.ts";
import { screenshotOfListing } from "#db/queries/listings/screenshots.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import checkBadge from "#tools/launches/free/check-badge.ts";
import chooseAppearance from "#tools/listings/owner/choose-appearance.ts";
import removeScreenshot from "#tools/listings/owner/remove-screenshot.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import reviewListings, { type ListingSummary } from "#tools/listings/team/review-listings.ts";
import answerDecision from "#tools/moderation/decisions/answer-decision.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { mediaPath } from "../frame/icon.ts";
import { screenshot } from "../frame/screenshot.ts";
import { attempt, refusalOf } from "../frame/submit.ts";
import { weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { badgeSection } from "./badge.ts";
import { checklist } from "./checklist.ts";
import { decisionSection, type TypedAnswer } from "./decision.ts";
import { listingHead, listingIdOf, warningNotes, withListing } from "./own-listing.ts";
import { siteNames } from "./site-names.ts";
import { listingPath, planWords, statusSummary } from "./status.ts";

const notices: Record<string, string> = {
  asked: "We are checking your badge. Refresh this page in a few seconds.",
  unpictured: "Screenshot deleted.",
  archived: "Listing archived. It is no longer public.",
  back: "Listing restored.",
  appears: "Your choice is saved.",
  answered: "Answer sent. The team will email you the outcome.",
};

export const listingPage = definePage({
  path: "/account/listings/:id",
  name: "listing",
  audience: "account",
  menu: { in: "own-listing", label: "Overview", place: 1 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  post(visit, form) {
    const action = lookup(actions, form.text("do"));
    if (!action) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    return action(visit, listingIdOf(visit), form);
  },
});

/** Listings that were archived or that the team has taken down have other things to do first. */
const showsChecklist = (status: ListingStatus) => ["draft", "awaiting_badge", "scheduled", "live"].includes(status);

/** Redirects after a call, or shows the page with the reason for the refusal. */
async function perform(visit: SignedInVisit, call: Promise<unknown>, id: number, done: string): Promise<Response> {
  const refusal = await refusalOf(call);
  if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
  return answerRedirect(visit, `${listingPath(id)}?done=${done}`);
}

const actions: Record<string, (visit: SignedInVisit, id: number, form: Form) => Promise<Response>> = {
  check: (visit, id) => perform(visit, visit.call(checkBadge, { listing_id: id }), id, "asked#badge"),

  unpicture: (visit, id) => perform(visit, visit.call(removeScreenshot, { listing_id: id }), id, "unpictured"),

  appear(visit, id, form) {
    const call = visit.call(chooseAppearance, { listing_id: id, appears: form.text("appears") === "yes" });
    return perform(visit, call, id, "appears#founder");
  },

  unarchive: (visit, id) => perform(visit, visit.call(unarchiveListing, { listing_id: id }), id, "back"),

  async answer(visit, id, form) {
    const answer = form.text("answer");
    const call = visit.call(answerDecision, { listing_id: id, answer });
    const { errors, refusal } = await attempt(call, { answer: { label: "Your answer" } });
    if (!refusal && !errors) return answerRedirect(visit, `${listingPath(id)}?done=answered#decision`);
    const typed = errors && { answer, errors };
    return withListing(visit, (listing) => render(visit, listing, { refusal, typed }));
  },
};

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  { refusal, typed }: { refusal?: Problem; typed?: TypedAnswer } = {},
): Promise<Response> {
  const { id, name, status } = listing;
  const { items } = await visit.call(reviewListings, { listing_id: id });
  const [review] = items;
  const { sentence, step } = statusSummary(visit, review!);
  const isReadOnly = review!.read_only !== null;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
    script: visit.assets.script,
    notice: noticeOf(visit, notices),
    refusal,
    headers: refusal?.retryAfter === undefined ? undefined : { "retry-after": String(refusal.retryAfter) },
    errors: typed?.errors,
    body: html`${listingHead(visit, listing, "")}
<p class="lead"><bdi>${listing.headline}</bdi></p>
<div class="standing"><p>${sentence}</p>
${step && html`<div class="step">${step}</div>`}</div>
${decisionSection(visit, listing, isReadOnly, typed)}
${warningNotes(listing)}
${!isReadOnly && [showsChecklist(status) && (await checklist(visit, listing, review!)), badgeSection(visit, review!)]}
${facts(listing, review!, await siteNames(visit))}
${!isReadOnly && (await founder(visit, listing))}
${screenshotSection(visit, listing, await screenshotOfListing(visit.runtime.store.read, id), isReadOnly)}
${
  !isReadOnly &&
  status !== "archived" &&
  status !== "suspended" &&
  html`<p><a href="${listingPath(id, "/archive")}">Archive this listing</a></p>`
}`,
  });
}

async function founder(visit: SignedInVisit, { id, name }: OwnerListing): Promise<HtmlValue> {
  const state = await appearanceOn(visit.runtime.store.read, id, visit.account.id);
  if (!state) return false;
  const { appears, isFounder } = state;
  const button = (value: string, label: string) =>
    html`<button name="appears" value="${value}"${appears === null && value === "yes" && html` class="primary"`}>${label}</button>`;
  const text = isFounder
    ? html`You appear as a founder of <bdi>${name}</bdi>.`
    : appears
      ? html`You will appear as a founder of <bdi>${name}</bdi> as soon as your <a href="/account/profile">founder profile</a> is complete.`
      : appears === false
        ? html`You do not appear as a founder of <bdi>${name}</bdi>.`
        : html`Do you want to appear as a founder of <bdi>${name}</bdi>? If you choose “Yes”, the listing's page will show your <a href="/account/profile">founder profile</a> once the profile is complete.`;
  const buttons =
    appears === null
      ? [button("yes", "Yes"), button("no", "No")]
      : appears
        ? button("no", "Do not appear as a founder")
        : button("yes", "Appear as a founder");
  return html`<section class="card" aria-labelledby="founder"><h2 id="founder">Founder</h2>
<p>${text}</p>
${pageForm(visit, listingPath(id), html`${hiddenField("do", "appear")}<div class="actions">${buttons}</div>`)}</section>`;
}

const screenshotSection = (
  visit: SignedInVisit,
  { id, name }: OwnerListing,
  hash: string | null,
  isReadOnly: boolean,
): HtmlValue =>
  hash !== null &&
  html`<section class="card" aria-labelledby="picture"><h2 id="picture">Screenshot of the home page</h2>
${screenshot(mediaPath(hash), name)}
${!isReadOnly && pageForm(visit, listingPath(id), html`<div class="actions"><button name="do" value="unpicture">Delete screenshot</button></div>`)}</section>`;

function facts(
  { url, plan, launch_week, sites, versions }: OwnerListing,
  { site, votes }: ListingSummary,
  siteName: (key: string) => string,
): HtmlValue {
  const [latest] = versions;
  const rows: [string, HtmlValue][] = [
    ["Product", html`<a href="${url}" rel="noopener">${url}</a>`],
    ["Site", siteName(site)],
    ["Plan", planWords[plan]],
    ["Launch week", launch_week ? weekWords(launch_week) : "None yet"],
    ["Votes", votes.toLocaleString("en")],
    ["Last edit", latest ? html`Version ${latest.version}, ${latest.by}: ${latest.fields.join(", ")}` : "None yet"],
    [
      "Also listed on",
      sites.map(
        ({ site, listing_id }, i) => html`${i > 0 && ", "}<a href="${listingPath(listing_id)}">${siteName(site)}</a>`,
      ),
    ],
  ];
  return html`<section aria-label="Facts"><dl class="facts">${rows
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

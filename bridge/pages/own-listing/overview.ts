import { appearanceOn } from "#db/queries/listings/company-founders.ts";
import { screenshotOfListing } from "#db/queries/listings/screenshots.ts";
import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import checkBadge from "#tools/launches/free/check-badge.ts";
import chooseFreeListing from "#tools/launches/free/choose-free-listing.ts";
import chooseAppearance from "#tools/listings/owner/choose-appearance.ts";
import removeScreenshot from "#tools/listings/owner/remove-screenshot.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import reviewListings, { type Standing } from "#tools/listings/team/review-listings.ts";
import answerDecision from "#tools/moderation/decisions/answer-decision.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { mediaPath } from "../frame/icon.ts";
import { screenshot } from "../frame/screenshot.ts";
import { attempt, refusalOf, stillDone } from "../frame/submit.ts";
import { weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { badgeSection } from "./badge.ts";
import { decisionSection, type TypedAnswer } from "./decision.ts";
import { listingHead, listingIdOf, warningNotes, withListing } from "./own-listing.ts";
import { listingPath, standingSaid } from "./status.ts";

const notices: Record<string, string> = {
  free: "The free plan is chosen.",
  submitted: "Your draft is a listing now, and not public yet. Choose how it launches.",
  asked: "We are looking for the badge now. It takes some seconds: look at this page again.",
  unpictured: "The picture is removed and deleted.",
  archived: "The listing is taken down. The public does not see it any more.",
  back: "The listing is brought back.",
  appears: "Your choice is saved.",
  answered: "Your answer has reached the team. You are told by mail what comes of it.",
};

/** `/account/listings/{id}`: where a listing stands, what keeps it from going live, and its badge. */
export const listingPage = definePage({
  path: "/account/listings/:id",
  name: "listing",
  audience: "account",
  menu: { in: "own-listing", label: "Overview", place: 1 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "The page has no such form.");
    return act(visit, listingIdOf(visit), form);
  },
});

const acts: Record<string, (visit: SignedInVisit, id: number, form: Form) => Promise<Response>> = {
  async free(visit, id) {
    const isDone = await stillDone(visit.call(chooseFreeListing, { listing_id: id }));
    return answerRedirect(visit, `${listingPath(id)}${isDone ? "?done=free" : ""}`);
  },

  async check(visit, id) {
    const refusal = await refusalOf(visit.call(checkBadge, { listing_id: id }));
    if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
    return answerRedirect(visit, `${listingPath(id)}?done=asked#badge`);
  },

  async unpicture(visit, id) {
    const refusal = await refusalOf(visit.call(removeScreenshot, { listing_id: id }));
    if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
    return answerRedirect(visit, `${listingPath(id)}?done=unpictured`);
  },

  async appear(visit, id, form) {
    const call = visit.call(chooseAppearance, { listing_id: id, appears: form.text("appears") === "yes" });
    const refusal = await refusalOf(call);
    if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
    return answerRedirect(visit, `${listingPath(id)}?done=appears#founder`);
  },

  async unarchive(visit, id) {
    const refusal = await refusalOf(visit.call(unarchiveListing, { listing_id: id }));
    if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
    return answerRedirect(visit, `${listingPath(id)}?done=back`);
  },

  async answer(visit, id, form) {
    const answer = form.text("answer");
    const call = visit.call(answerDecision, { listing_id: id, answer });
    const { errors, refusal } = await attempt(call, { answer: { label: "Your answer" } });
    if (refusal) return withListing(visit, (listing) => render(visit, listing, { refusal }));
    if (errors) return withListing(visit, (listing) => render(visit, listing, { typed: { answer, errors } }));
    return answerRedirect(visit, `${listingPath(id)}?done=answered#decision`);
  },
};

interface Came {
  refusal?: Problem;
  typed?: TypedAnswer;
}

async function render(visit: SignedInVisit, listing: OwnerListing, { refusal, typed }: Came = {}): Promise<Response> {
  const { id, name, status } = listing;
  const { items } = await visit.call(reviewListings, { listing_id: id });
  const [review] = items;
  const { sentence, step } = standingSaid(visit, review!);
  const isReadOnly = review!.read_only !== null;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
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
${!isReadOnly && [blockers(visit, review!), badgeSection(visit, review!)]}
${facts(listing, review!)}
${!isReadOnly && (await founder(visit, listing))}
${picture(visit, listing, await screenshotOfListing(visit.runtime.store.read, id), isReadOnly)}
${
  !isReadOnly &&
  status !== "archived" &&
  status !== "suspended" &&
  html`<p><a href="${listingPath(id, "/archive")}">Take this listing down</a></p>`
}`,
  });
}

/** Shows whether the person appears as a founder of the listing, with the buttons that change it. */
async function founder(visit: SignedInVisit, { id, name }: OwnerListing): Promise<HtmlValue> {
  const state = await appearanceOn(visit.runtime.store.read, id, visit.account.id);
  if (!state) return false;
  const { appears, isFounder } = state;
  const button = (value: string, label: string) =>
    html`<button name="appears" value="${value}"${appears === null && value === "yes" && html` class="primary"`}>${label}</button>`;
  const text = isFounder
    ? html`You appear as a founder of <bdi>${name}</bdi>.`
    : appears
      ? html`You appear as a founder of <bdi>${name}</bdi> as soon as your <a href="/account/profile">founder profile</a> is complete.`
      : appears === false
        ? html`You do not appear as a founder of <bdi>${name}</bdi>.`
        : html`Do you want to appear as a founder of <bdi>${name}</bdi>? If you choose Yes, its page shows your <a href="/account/profile">founder profile</a> once that is complete.`;
  const buttons =
    appears === null
      ? [button("yes", "Yes"), button("no", "No")]
      : appears
        ? button("no", "Stop appearing as a founder")
        : button("yes", "Appear as a founder");
  return html`<section class="card" aria-labelledby="founder"><h2 id="founder">Founder</h2>
<p>${text}</p>
${pageForm(visit, listingPath(id), html`${hiddenField("do", "appear")}<div class="actions">${buttons}</div>`)}</section>`;
}

/** The picture of its home page that the listing shows, to be taken off. */
const picture = (
  visit: SignedInVisit,
  { id, name }: OwnerListing,
  hash: string | null,
  isReadOnly: boolean,
): HtmlValue =>
  hash !== null &&
  html`<section class="card" aria-labelledby="picture"><h2 id="picture">Picture of the home page</h2>
${screenshot(mediaPath(hash), name)}
${!isReadOnly && pageForm(visit, listingPath(id), html`<div class="actions"><button name="do" value="unpicture">Remove the picture</button></div>`)}</section>`;

const blockers = (visit: SignedInVisit, { blockers }: Standing): HtmlValue =>
  blockers.length > 0 &&
  html`<section class="card" aria-labelledby="blockers"><h2 id="blockers">In the way of its launch</h2>
<ul class="plain-list">${blockers.map(({ reason, url }) => {
    // On the site the person is signed in to, wherever the listing is.
    const { pathname } = new URL(url);
    return html`<li>${reason}${pathname !== visit.url.pathname && html` <a href="${pathname}">Do it now</a>`}</li>`;
  })}</ul></section>`;

const plans = { none: "None", free: "Free", paid: "Paid" };

function facts({ url, plan, launch_week, story, sites, versions }: OwnerListing, { site, votes }: Standing): HtmlValue {
  const [latest] = versions;
  const rows: [string, HtmlValue][] = [
    ["Product", html`<a href="${url}" rel="noopener">${url}</a>`],
    ["Site", site],
    ["Plan", plans[plan]],
    ["Launch week", launch_week ? weekWords(launch_week) : "None yet"],
    ["Votes", votes.toLocaleString("en")],
    ["Story", story.status === "published" ? "Published" : "Not published yet"],
    ["Last edit", latest ? html`Version ${latest.version}, ${latest.by}: ${latest.fields.join(", ")}` : "None yet"],
    [
      "Also listed on",
      sites.map(({ site, listing_id }, i) => html`${i > 0 && ", "}<a href="${listingPath(listing_id)}">${site}</a>`),
    ],
  ];
  return html`<section aria-label="Facts"><dl class="facts">${rows
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

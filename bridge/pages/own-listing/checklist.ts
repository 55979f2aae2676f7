import { appearanceOn } from "#db/queries/listings/company-founders.ts";
import { reviewOf } from "#db/queries/moderation/reviews.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import getAccount from "#tools/account/get-account.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import listInterviewQuestions from "#tools/founders/list-interview-questions.ts";
import { awaitsPlan } from "#tools/launches/shared/free-rules.ts";
import { expectedFacts, isUnknown } from "#tools/listings/shared/fact-text.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { listingNotLive, storyNeeds } from "#tools/listings/shared/story-rules.ts";
import type { ListingSummary } from "#tools/listings/team/review-listings.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { rulesOf } from "./own-listing.ts";
import { listingPath, needsProfile, openReview, profilePath } from "./status.ts";

interface Row {
  label: string;
  /** The owner's benefit, or what is missing. */
  gives: string;
  path: string;
  isDone: boolean;
  /** Tag of an open row that something depends on. Other open rows are recommended. */
  needed?: string | false;
}

/** What an owner can still do for a listing. Empty once everything is done. */
export async function checklist(
  visit: SignedInVisit,
  listing: OwnerListing,
  summary: ListingSummary,
): Promise<HtmlValue> {
  const rows = await rowsOf(visit, listing, summary);
  const done = rows.filter(({ isDone }) => isDone).length;
  if (done === rows.length) return null;
  return html`<section class="card" aria-labelledby="checklist"><h2 id="checklist">Checklist <span class="count">${done} of ${rows.length} done</span></h2>
<progress aria-labelledby="checklist" value="${done}" max="${rows.length}"></progress>
<ul class="steps" role="list">${rows.map(line)}</ul></section>`;
}

const line = ({ label, gives, path, isDone, needed }: Row): Html =>
  isDone
    ? html`<li class="done"><span aria-hidden="true">✓</span><p><span class="hidden">Done: </span><a href="${path}">${label}</a></p></li>`
    : html`<li><span aria-hidden="true">○</span><p><a href="${path}">${label}</a> <span class="tag${needed && " live"}">${needed || "Recommended"}</span><br><span class="hint">${gives}</span></p></li>`;

async function rowsOf(visit: SignedInVisit, listing: OwnerListing, summary: ListingSummary): Promise<Row[]> {
  const { id, story, verified } = listing;
  const { badge, is_launched: isLaunched, page_url: page } = summary;
  const { founder, interview } = await visit.call(getAccount, {});
  const appearance = await appearanceOn(visit.runtime.store.read, id, visit.account.id);
  const { storyRules } = await rulesOf(visit, listing);
  const review = await reviewOf(visit.runtime.store.read, id);
  const appears = appearance?.appears !== false;
  const isProfileNeeded = needsProfile(summary);
  // Interviews belong to a site, and this page can show only the one of its own site.
  const asksInterview = appears && listing.site === visit.site.key;
  const { items: questions } = asksInterview
    ? await visit.call(listInterviewQuestions, { per_page: maxPerPage })
    : { items: [] };
  const answered = new Set(interview.map(({ question_id }) => question_id));
  const missing = expectedFacts.filter((name) => isUnknown(listing, name));
  const rows: (Row | false | null)[] = [
    !isLaunched && {
      label: "Choose how to launch",
      gives: "Launch free in the next available week, or paid in a week you choose.",
      path: listingPath(id, "/launch"),
      isDone: !awaitsPlan(listing),
      needed: "Needed for launch",
    },
    badge && {
      label: "Put the badge on your website",
      gives: isLaunched
        ? "A listing with a free launch stays public while your home page shows the badge."
        : "A free launch needs the badge on your home page.",
      path: "#badge",
      isDone: badge.is_found,
      needed: isLaunched ? "Needed to be public" : "Needed for launch",
    },
    (appears || isProfileNeeded) && {
      label: "Complete your founder profile",
      gives: ["Free launches and stories need it.", ...founder.missing.map(({ reason }) => reason)].join(" "),
      path: profilePath,
      isDone: founder.complete,
      needed: isProfileNeeded && "Needed for launch",
    },
    review && {
      label: "Review by the team",
      gives: openReview(summary) ?? "",
      path: listingPath(id, "/launch"),
      isDone: review.state === "approved",
      needed: "Needed for launch",
    },
    appearance?.appears === null && {
      label: "Choose whether you appear as a founder",
      gives: "Readers see who is behind the product.",
      path: "#founder",
      isDone: false,
    },
    {
      label: "Write the founder story",
      gives: `It needs ${storyNeeds(storyRules)}. Readers see why you built the product, and the listing and your founder page link to the story.`,
      path: listingPath(id, "/story"),
      isDone: story.status === "published" || story.missing.every(({ reason }) => reason === listingNotLive),
    },
    {
      label: "Add facts",
      gives: `People filter and compare products by facts. Missing: ${missing.map((name) => listingFields[name].label.toLowerCase()).join(", ")}.`,
      path: listingPath(id, "/edit#facts"),
      isDone: missing.length === 0,
    },
    questions.length > 0 && {
      label: "Answer the interview",
      gives: "Your answers make your founder page worth reading.",
      path: "/account/interview",
      isDone: answered.size > 0 && questions.every(({ id, required }) => !required || answered.has(id)),
    },
    {
      label: "Verify that you own the product",
      gives: "Your listing gets the verified mark, and only verified owners can remove others.",
      path: `${page}/claim`,
      isDone: verified.status === "verified",
    },
  ];
  return rows.filter((row) => row !== false && row !== null);
}

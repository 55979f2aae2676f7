import { type StorySection, storySections } from "../../../db/schema/vocabulary.ts";
import type { OwnerListing } from "../../../tools/owner/records.ts";
import setFounderStory from "../../../tools/owner/set-founder-story.ts";
import { wordsIn } from "../../../tools/owner/story-rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { errorSummary, type FieldErrors, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { submit } from "../frame/submit.ts";
import { listingIdOf, missingListing, ownListingOf } from "./listing.ts";

const longestSection = 20_000;
const longestTitle = 200;

/** What a section is called for people. */
const labels: Record<StorySection, string> = {
  how_started: "How it started",
  problem: "The problem",
  what_built: "What you built",
  hard_parts: "The hard parts",
  milestones: "Milestones",
  whats_next: "What is next",
};

const notices = new Map([
  ["published", "The story is published."],
  ["draft", "The story is saved. It is not published yet; see what it still needs."],
]);

/** `/account/listings/{id}/story`: the founder story, section by section. */
export const storyPage = signedInPage("/account/listings/:id/story", "story", {
  async get(visit) {
    const id = listingIdOf(visit);
    const listing = await ownListingOf(visit, id);
    return listing ? render(visit, listing, {}) : missingListing(visit, id);
  },

  async post(visit, form) {
    const id = listingIdOf(visit);
    const listing = await ownListingOf(visit, id);
    if (!listing) return missingListing(visit, id);
    const texts = Object.fromEntries(storySections.map((name) => [name, form.text(name)]));
    const { output, errors } = await submit(
      visit.call(setFounderStory, { listing_id: id, title: form.text("title"), ...texts }),
      {
        title: { label: "Title" },
        ...Object.fromEntries(storySections.map((name) => [name, { label: labels[name] }])),
      },
    );
    if (errors) return render(visit, listing, errors, form);
    return answerRedirect(visit, `/account/listings/${id}/story?done=${output.status}`);
  },
});

function render(visit: SignedInVisit, listing: OwnerListing, errors: FieldErrors, form?: Form): Response {
  const { id, name, story } = listing;
  return answerPage(visit, {
    title: `Story of ${name}`,
    layout: "signed-in",
    notice: notices.get(visit.url.searchParams.get("done") ?? ""),
    errors,
    body: html`${errorSummary(errors)}
<p><a href="/account/listings/${id}">${name}</a></p>
<h1>Founder story</h1>
${
  story.missing.length > 0 &&
  html`<section class="card" aria-labelledby="missing"><h2 id="missing">Before it is published</h2>
<ul class="plain-list">${story.missing.map(({ reason, url }) => html`<li>${reason}${new URL(url).pathname !== visit.url.pathname && html` <a href="${new URL(url).pathname}">Do it now</a>`}</li>`)}</ul></section>`
}
<div class="card">
${pageForm(
  visit,
  `/account/listings/${id}/story`,
  html`${textField({
    name: "title",
    label: "Title",
    value: form?.text("title") ?? story.title,
    error: errors.title,
    maxlength: longestTitle,
  })}
${storySections.map((section) => {
  const value = form?.text(section) ?? new Map(Object.entries(story.sections)).get(section) ?? "";
  return textArea({
    name: section,
    label: labels[section],
    rows: 6,
    maxlength: longestSection,
    value,
    hint: `${wordsIn(value)} words when last saved.`,
    error: new Map(Object.entries(errors)).get(section),
  });
})}
<div class="actions"><button class="primary">Save story</button></div>`,
)}
</div>`,
  });
}

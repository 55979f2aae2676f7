import { allSites } from "#db/queries/sites/sites.ts";
import { type StorySection, storySections } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import setFounderStory from "#tools/listings/owner/set-founder-story.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { storyReason, wordsIn } from "#tools/listings/shared/story-rules.ts";
import { type SiteRules, siteRules } from "#tools/site/shared/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, listingIdOf, withListing } from "./own-listing.ts";
import { listingPath } from "./status.ts";

// More than is taken, so that a text a little too long comes back with its fault.
const maxSectionLength = 20_000;
const maxTitleLength = 200;

/** What a section is called for people. */
const labels: Record<StorySection, string> = {
  how_started: "How it started",
  problem: "The problem",
  what_built: "What you built",
  hard_parts: "The hard parts",
  milestones: "Milestones",
  whats_next: "What is next",
};

const fields = {
  title: { label: "Title" },
  ...Object.fromEntries(storySections.map((name) => [name, { label: labels[name] }])),
};

const notices: Record<string, string> = {
  published: "The story is published.",
  draft: "The story is saved, but not published yet. See below what is missing.",
};

type Texts = Record<StorySection | "title", string>;
type Missing = OwnerListing["story"]["missing"];

/** What came of a form that was not saved: faults, or what saving it would do. */
interface Tried {
  texts: Texts;
  errors?: FieldErrors;
  dryRun?: { status: "draft" | "published"; missing: Missing };
}

/** `/account/listings/{id}/story`: the founder story, section by section, with its words counted. */
export const storyPage = definePage({
  path: "/account/listings/:id/story",
  name: "story",
  audience: "account",
  menu: { in: "own-listing", label: "Story", place: 5 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  post: (visit, form) => withListing(visit, (listing) => save(visit, listing, form)),
});

async function save(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const texts = Object.fromEntries(["title", ...storySections].map((name) => [name, form.text(name)])) as Texts;
  const input = { listing_id: listingIdOf(visit), ...texts };
  const { output: dryRun, errors } = await submit(visit.call(setFounderStory, input, { isDryRun: true }), fields);
  if (errors) return render(visit, listing, { texts, errors });
  const isUnpublishing = listing.story.status === "published" && dryRun.status === "draft";
  const wanted = form.text("do");
  if (wanted === "preview" || (isUnpublishing && wanted !== "unpublish"))
    return render(visit, listing, { texts, dryRun });
  const { status } = await visit.call(setFounderStory, input);
  return answerRedirect(visit, `${listingPath(listing.id, "/story")}?done=${status}`);
}

async function render(visit: SignedInVisit, listing: OwnerListing, tried?: Tried): Promise<Response> {
  const { id, name, site, story } = listing;
  const errors = tried?.errors ?? {};
  const texts: Texts = tried?.texts ?? { ...emptyTexts, ...story.sections, title: story.title };
  const rules = siteRules(
    (await allSites(visit.runtime.store.read)).find(({ key }) => key === site)!.settings,
  ).storyRules;
  const isUnpublishing = story.status === "published" && tried?.dryRun?.status === "draft";
  const buttons = isUnpublishing
    ? html`<button class="danger" name="do" value="unpublish">Save and take it off its page</button>`
    : html`<button class="primary" name="do" value="save">Save story</button>`;
  return answerPage(visit, {
    title: `Story of ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`${listingHead(visit, listing, "Founder story")}
${state(visit, listing, tried)}
<div class="editor"><div>
${pageForm(
  visit,
  listingPath(id, "/story"),
  html`${textField({ name: "title", label: "Title", value: texts.title, error: errors.title, maxlength: maxTitleLength })}
${storySections.map((section) =>
  textArea({
    name: section,
    label: labels[section],
    rows: 6,
    maxlength: maxSectionLength,
    value: texts[section],
    hint: counted(texts[section], rules),
    error: lookup(errors, section),
  }),
)}
<div class="actions"><button name="do" value="preview">Preview and count</button>${buttons}</div>`,
)}
</div>
${preview(texts, rules)}</div>`,
  });
}

const emptyTexts = Object.fromEntries(storySections.map((name) => [name, ""])) as Record<StorySection, string>;

const words = (count: number) => (count === 1 ? "1 word" : `${count} words`);

const counted = (text: string, { minSectionWords }: SiteRules["storyRules"]): string => {
  const count = wordsIn(text);
  return `${words(count)}${count < minSectionWords ? `; a section counts from ${minSectionWords} on` : ""}.`;
};

/** Whether the story is public and what it lacks, now or once what was tried is saved. */
function state(visit: SignedInVisit, { story }: OwnerListing, tried?: Tried): HtmlValue {
  const isPublic = story.status === "published";
  if (!tried?.dryRun)
    return [
      isPublic && html`<p>It is published: <a href="${story.url}">read it as others do</a>.</p>`,
      lacks(visit, "Before it is published", story.missing),
    ];
  const { status, missing } = tried.dryRun;
  if (isPublic && status === "draft")
    return html`<div class="aside" role="alert"><p><strong>Nothing is saved yet. Saving this takes the story off its public page.</strong></p>
${lines(visit, missing)}</div>`;
  if (status === "published")
    return html`<p class="notice" role="status">Nothing is saved yet. Saved like this, it is ${isPublic ? "still" : ""} published.</p>`;
  return [
    html`<p class="notice" role="status">Nothing is saved yet.</p>`,
    lacks(visit, "Saved like this, it still needs", missing),
  ];
}

const lacks = (visit: SignedInVisit, title: string, missing: Missing): HtmlValue =>
  missing.length > 0 &&
  html`<section class="card" aria-labelledby="missing"><h2 id="missing">${title}</h2>
${lines(visit, missing)}</section>`;

const lines = (visit: SignedInVisit, missing: Missing): Html =>
  html`<ul class="plain-list">${missing.map(({ reason, url }) => {
    const { pathname } = new URL(url);
    return html`<li>${storyReason(reason)}${pathname.startsWith("/account/") && pathname !== visit.url.pathname && html` <a href="${pathname}">Do it now</a>`}</li>`;
  })}</ul>`;

function preview(texts: Texts, { minWords }: SiteRules["storyRules"]): Html {
  const written = storySections.filter((name) => texts[name] !== "");
  const total = written.reduce((sum, name) => sum + wordsIn(texts[name]), 0);
  return html`<section class="preview" aria-labelledby="preview" tabindex="0"><h2 id="preview">What readers see</h2>
<p class="hint">${words(total)} of at least ${minWords}.</p>
<div class="paper prose"><h3>${texts.title || "Without a title"}</h3>
${written.length === 0 && html`<p class="empty">Nothing is written yet.</p>`}
${written.map((name) => html`<h4>${labels[name]}</h4>${prose(texts[name])}`)}</div></section>`;
}

import { type StorySection, storySections } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import setFounderStory from "#tools/listings/owner/set-founder-story.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { sectionWords, storyReason } from "#tools/listings/shared/story-rules.ts";
import type { SiteRules } from "#tools/site/shared/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, listingIdOf, rulesOf, withListing } from "./own-listing.ts";
import { listingPath } from "./status.ts";

// The form accepts longer texts than the operation does. The operation's error then says by how much a text is too
// long.
const maxSectionLength = 20_000;
const maxTitleLength = 200;

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
  published: "Story published.",
  draft: "Story saved, but not published yet. The list below shows what is still needed.",
};

type Texts = Record<StorySection | "title", string>;
type Missing = OwnerListing["story"]["missing"];

interface Unsaved {
  texts: Texts;
  errors?: FieldErrors;
  dryRun?: { status: "draft" | "published"; missing: Missing };
}

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
  const action = form.text("do");
  if (action === "preview" || (isUnpublishing && action !== "unpublish"))
    return render(visit, listing, { texts, dryRun });
  const { status } = await visit.call(setFounderStory, input);
  return answerRedirect(visit, `${listingPath(listing.id, "/story")}?done=${status}`);
}

async function render(visit: SignedInVisit, listing: OwnerListing, unsaved?: Unsaved): Promise<Response> {
  const { id, name, story } = listing;
  const errors = unsaved?.errors ?? {};
  const texts: Texts = unsaved?.texts ?? { ...emptyTexts, ...story.sections, title: story.title };
  const { storyRules: rules } = await rulesOf(visit, listing);
  const counts = sectionWords(texts);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isUnpublishing = story.status === "published" && unsaved?.dryRun?.status === "draft";
  const saveButton = isUnpublishing
    ? html`<button class="danger" name="do" value="unpublish">Save and unpublish</button>`
    : html`<button class="primary" name="do" value="save">Save story</button>`;
  return answerPage(visit, {
    title: `Story of ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`${listingHead(visit, listing, "Founder story")}
${state(visit, listing, unsaved)}
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
    hint: wordCount(counts[section], rules),
    error: lookup(errors, section),
  }),
)}
<div class="actions sticky"><button name="do" value="preview">Preview and count words</button>${saveButton}</div>`,
)}
</div>
${preview(texts, total, rules)}</div>`,
  });
}

const emptyTexts = Object.fromEntries(storySections.map((name) => [name, ""])) as Record<StorySection, string>;

const words = (count: number) => (count === 1 ? "1 word" : `${count} words`);

const wordCount = (count: number, { minSectionWords }: SiteRules["storyRules"]): string =>
  count < minSectionWords
    ? `${words(count)}. A section counts if it has at least ${minSectionWords}.`
    : `${words(count)}.`;

function state(visit: SignedInVisit, { story }: OwnerListing, unsaved?: Unsaved): HtmlValue {
  const isPublic = story.status === "published";
  if (!unsaved?.dryRun)
    return [
      isPublic && html`<p>The story is published. <a href="${story.url}">View the public story</a></p>`,
      missingSection(visit, story.missing),
    ];
  const { status, missing } = unsaved.dryRun;
  if (isPublic && status === "draft")
    return html`<div class="aside" role="alert"><p><strong>Nothing has been saved yet. If you save these changes, the story will no longer be public.</strong></p>
${lines(visit, missing)}</div>`;
  if (status === "published")
    return html`<p class="notice" role="status">Nothing has been saved yet. If you save these changes, the story ${isPublic ? "will stay public" : "will be published"}.</p>`;
  return [html`<p class="notice" role="status">Nothing has been saved yet.</p>`, missingSection(visit, missing)];
}

const missingSection = (visit: SignedInVisit, missing: Missing): HtmlValue =>
  missing.length > 0 &&
  html`<section class="card" aria-labelledby="missing"><h2 id="missing">Still needed before the story can be published</h2>
${lines(visit, missing)}</section>`;

const lines = (visit: SignedInVisit, missing: Missing): Html =>
  html`<ul class="plain-list">${missing.map(({ reason, url }) => {
    const { pathname } = new URL(url);
    return html`<li>${storyReason(reason)}${pathname.startsWith("/account/") && pathname !== visit.url.pathname && html` <a href="${pathname}">Go to this step</a>`}</li>`;
  })}</ul>`;

function preview(texts: Texts, total: number, { minWords }: SiteRules["storyRules"]): Html {
  const written = storySections.filter((name) => texts[name] !== "");
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview">Preview</h2>
<p class="hint">${words(total)}; at least ${minWords} are needed. A repeated sentence counts once.</p>
<div class="paper prose"><h3>${texts.title || "Untitled"}</h3>
${written.length === 0 && html`<p class="empty">The story has no text yet.</p>`}
${written.map((name) => html`<h4>${labels[name]}</h4>${prose(texts[name])}`)}</div></section>`;
}

import { type ReviewMark, reviewMarks } from "#db/queries/moderation/reviews.ts";
import { type DecisionGround, decisionGrounds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import rejectListing from "#tools/moderation/decisions/reject-listing.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import startBulkAction from "#tools/moderation/inbox/start-bulk-action.ts";
import approveListing from "#tools/moderation/review/approve-listing.ts";
import listReviews, { type ReviewRecord } from "#tools/moderation/review/list-reviews.ts";
import requestChange from "#tools/moderation/review/request-change.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, foldedPart, hiddenField, selectField, textArea } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { screenshot } from "../frame/screenshot.ts";
import { attempt } from "../frame/submit.ts";
import { dayOf, timeOf, weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords, planWords } from "../own-listing/status.ts";
import type { DecisionFailure, Refused } from "./deciding.ts";
import { fact } from "./fact.ts";
import { hereWith, pageLinks, pageOf } from "./page-links.ts";

const path = "/team/review";
const perPage = 25;
/** The id of the fields for the chosen listings. No listing has it as its slug. */
const chosen = "_chosen";
type State = ReviewRecord["state"];

const notices = {
  approve: "Listing approved. We have notified any owners.",
  change: "We have asked the owners for the change. The review continues when they edit the listing.",
  refuse: "Listing refused. We have told any owners the reason and how to answer.",
};

const markWords: Record<ReviewMark, string> = {
  unchecked: "Not compared yet",
  new_account: "New account",
  unread: "Website not read",
  site: "Same website",
  name: "Same name",
  lookalike: "Look-alike name",
  text: "Similar text",
  flagged: "Flagged text",
  decided: "Earlier decisions",
  network: "Many accounts from one network",
};
const filterWords: Record<string, string> = { "": "All", none: "Without marks", ...markWords };

export const reviewPage = definePage({
  path,
  name: "team_review",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Review", place: 2 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    const slug = form.text("slug");
    const { output, errors, refusal } = await attempt(act(visit, form, slug), {
      reason: { in: `reason-${slug}`, label: "Facts" },
      text: { in: `change-${slug}`, label: "Change" },
      ground: { in: `ground-${slug}`, says: "Choose a reason." },
      items: { in: "all", says: "Choose at least one listing." },
      filter: { in: "all", says: "No listing matches the filter." },
    });
    if (output && slug === chosen) return answerRedirect(visit, `/team/bulk/${output.bulk_action_id}`);
    if (refusal) return render(visit, { refusal });
    if (errors) return render(visit, { refused: { matter: slug, reason: form.text("reason"), errors } });
    return answerRedirect(visit, hereWith(visit, { done: form.text("do") }));
  },
});

const seen = (form: Form, slug: string) => ({ slug, if_state: form.text("state") as State });

type Act = (visit: SignedInVisit, form: Form, slug: string) => Promise<{ slug?: string; bulk_action_id?: number }>;
const acts: Record<string, Act> = {
  approve_chosen: (visit, form) => startBulk(visit, form, "approve_listing", {}),
  refuse_chosen: (visit, form) =>
    startBulk(visit, form, "reject_listing", { ground: form.text("ground"), reason: form.text("reason") }),
  approve: (visit, form, slug) => visit.call(approveListing, seen(form, slug)),
  change: (visit, form, slug) => visit.call(requestChange, { ...seen(form, slug), text: form.text("reason") }),
  refuse: (visit, form, slug) =>
    visit.call(rejectListing, {
      ...seen(form, slug),
      ground: form.text("ground") as DecisionGround,
      reason: form.text("reason"),
    }),
};

type Bulk = Parameters<typeof startBulkAction.run>[1];

function startBulk(visit: SignedInVisit, form: Form, operation: Bulk["operation"], shared: Bulk["shared"]) {
  const items = form.all("item").map((slug) => ({ slug, if_state: "waiting" }));
  const all = { filter: { list: "reviews" as const, kind: markOf(visit) } };
  return visit.call(startBulkAction, { operation, shared, ...(form.text("all") === "1" ? all : { items }) });
}

const markOf = ({ url }: SignedInVisit): ReviewMark | "none" | undefined =>
  (["none", ...reviewMarks] as const).find((mark) => mark === url.searchParams.get("mark"));

const stateOf = ({ url }: SignedInVisit): State =>
  url.searchParams.get("state") === "change_requested" ? "change_requested" : "waiting";

async function render(visit: SignedInVisit, { refused, refusal }: DecisionFailure = {}): Promise<Response> {
  const page = pageOf(visit);
  const state = stateOf(visit);
  const mark = markOf(visit);
  const { items, has_more, total } = await visit.call(listReviews, { state, mark, page, per_page: perPage });
  const other =
    state === "waiting"
      ? html`<a href="${path}?state=change_requested">Listings whose owners must change something</a>`
      : html`<a href="${path}">Listings that wait for the team</a>`;
  return answerPage(visit, {
    title: "Review",
    layout: "team",
    script: visit.assets.script,
    refusal,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<h1>Review</h1>
<p class="lead">${
      state === "waiting"
        ? "Listings that wait for the team before their launch, oldest first."
        : "Listings whose owners must change something. The review continues when they edit the listing."
    } ${other}. <a href="/team/review/decisions">Answers to decisions</a>. <a href="/team/review/duplicates">Near-duplicates</a>.</p>
${state === "waiting" && html`<p class="hint">Show: ${Object.entries(filterWords).map(([value, words]) => html`<a href="${listPath(path, { mark: value })}"${(mark ?? "") === value && html` aria-current="true"`}>${words}</a> `)}</p>`}
${
  items.length === 0
    ? html`<p class="empty">${mark ? "No listing matches." : "No listing is waiting."} New listings appear here if the site setting “review” is “first” or “always”.</p>`
    : html`<p class="hint">Keyboard, with the focus in the list: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>a</kbd> approve, <kbd>c</kbd> ask for a change, <kbd>r</kbd> refuse.</p>
<ul class="rows" role="list" data-shortcuts>${items.map((one) => html`<li>${state === "waiting" && html`<input type="checkbox" form="chosen" name="item" value="${one.slug}" aria-label="Choose: ${one.name}">`}${reviewCase(visit, one, refused)}</li>`)}</ul>
${state === "waiting" && chosenForm(visit, total, refused)}`
}
${pageLinks(visit, page, has_more)}`,
  });
}

const outside = (url: string): Html => html`<a href="${url}" rel="noreferrer nofollow">${url}</a>`;

function reviewCase(visit: SignedInVisit, one: ReviewRecord, refused?: Refused): Html {
  const { slug, name, url, headline, summary, plan, status, launch_week, owner, evidence, similar } = one;
  const errors = refused?.matter === slug ? refused.errors : {};
  const isOverdue = Date.parse(one.expected_by) < visit.now.getTime();
  return foldedPart(
    html`<bdi>${name}</bdi> <span class="hint">${new URL(url).hostname}, since ${dayOf(one.requested_at)}</span>${isOverdue && html` <span class="tag">Overdue</span>`}${one.marks.map((mark) => html` <span class="tag">${markWords[mark]}</span>`)}${similar[0] && html` <span class="hint"><bdi>${similar[0].name}</bdi>, ${similar[0].score} %</span>`}`,
    refused?.matter === slug,
    html`<dl class="facts">
${fact("URL", outside(url))}
${fact("Listing", html`<a href="/team/listings/${slug}">${slug}</a>: ${listingWords[status]}, ${planWords[plan]}${launch_week && `, ${weekWords(launch_week)}`}`)}
${fact("Decide by", timeOf(one.expected_by))}
${fact("Owner", owner ? ownerFacts(owner) : "No owner")}
${fact("Headline", headline)}
${fact("Summary", html`<span class="said">${summary}</span>`)}
${one.draft_error && fact("Website", one.draft_error)}
${evidence.length > 0 && fact("Evidence", html`<ul class="plain-list">${evidence.map(({ field, quote, url: source }) => html`<li>${field}: <q>${quote}</q> ${outside(source)}</li>`)}</ul>`)}
${fact("Similar older listings", similar.length === 0 ? "None" : html`<ul class="plain-list">${similar.map((found) => html`<li><a href="/team/listings/${found.slug}">${found.name}</a> (${listingWords[found.status]}), ${markWords[found.reason].toLowerCase()}, ${found.score} %, ${outside(found.url)}</li>`)}</ul>`)}
${one.change_text && fact("Change asked for", html`<span class="said">${one.change_text}</span>`)}
</dl>
${one.screenshot_url && screenshot(one.screenshot_url, name)}
${actForm(visit, one, html`<div class="actions"><button class="primary" name="do" value="approve" aria-label="Approve ${name}">Approve</button></div>`)}
${one.state === "waiting" && foldedPart("Ask for a change", Boolean(lookup(errors, `change-${slug}`)), changeForm(visit, one, errors, refused))}
${foldedPart(
  "Refuse",
  Boolean(lookup(errors, `reason-${slug}`) ?? lookup(errors, `ground-${slug}`)),
  actForm(
    visit,
    one,
    html`${refuseFields(slug, errors, refused)}
<div class="actions"><button class="danger" name="do" value="refuse" aria-label="Refuse ${name}">Refuse</button> <a href="/team/listings/${slug}">Refuse for a legal reason</a></div>`,
  ),
)}`,
  );
}

const ownerFacts = (owner: NonNullable<ReviewRecord["owner"]>): Html =>
  html`<bdi>${owner.name || "No name"}</bdi> (account ${owner.account_id}${owner.email && `, ${owner.email}`}), created on ${dayOf(owner.created_at)}, email ${owner.is_confirmed ? "confirmed" : "not confirmed"}${owner.network && `, network ${owner.network}`}. Listings: ${owner.listings}, of which ${owner.live} live. Earlier decisions: ${owner.rejected} rejected, ${owner.suspended} suspended.`;

const chosenForm = (visit: SignedInVisit, total: number, refused?: Refused): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`${hiddenField("slug", chosen)}<fieldset class="field"><legend>Chosen listings</legend>
<div class="choice"><input id="all" type="checkbox" name="all" value="1"><label for="all">Every listing that matches the filter (${total.toLocaleString("en")})</label></div>
<div class="actions"><button name="do" value="approve_chosen">Approve chosen listings</button></div>
${foldedPart("Refuse chosen listings", refused?.matter === chosen, html`${refuseFields(chosen, refused?.matter === chosen ? refused.errors : {}, refused)}<div class="actions"><button class="danger" name="do" value="refuse_chosen">Refuse chosen listings</button></div>`)}</fieldset>`,
    { id: "chosen" },
  );

const actForm = (visit: SignedInVisit, { slug, state }: ReviewRecord, fields: HtmlValue): Html =>
  pageForm(visit, hereWith(visit), html`${hiddenField("slug", slug)}${hiddenField("state", state)}${fields}`);

function changeForm(visit: SignedInVisit, one: ReviewRecord, errors: FieldErrors, refused?: Refused): Html {
  const id = `change-${one.slug}`;
  const error = lookup(errors, id);
  const value = error ? (refused?.reason ?? "") : "";
  const hint = "The owners receive this text by email and see it on their page.";
  return actForm(
    visit,
    one,
    html`${textArea({ id, name: "reason", label: "Change", hint, value, rows: 3, maxlength: 2000, error })}
<div class="actions"><button name="do" value="change" aria-label="Ask for a change: ${one.name}">Ask for a change</button></div>`,
  );
}

function refuseFields(matter: string, errors: FieldErrors, refused?: Refused): Html {
  const [ground, id] = [`ground-${matter}`, `reason-${matter}`];
  const [groundError, error] = [lookup(errors, ground), lookup(errors, id)];
  const value = groundError || error ? (refused?.reason ?? "") : "";
  const options = decisionGrounds
    .filter((one) => grounds[one].basis === "terms")
    .map((one) => ({ value: one, label: grounds[one].label }));
  return html`${selectField({ id: ground, name: "ground", label: "Reason", value: "", options: [{ value: "", label: "Choose a reason" }, ...options], error: groundError })}
${textArea({ id, name: "reason", label: "Facts", hint: "The owners receive the reason and the facts. They can answer once.", value, rows: 3, maxlength: 2000, error })}`;
}

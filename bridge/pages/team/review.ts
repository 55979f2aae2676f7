import type { ReviewMark } from "#db/queries/moderation/reviews.ts";
import { type DecisionGround, decisionGrounds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import rejectListing from "#tools/moderation/decisions/reject-listing.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import approveListing from "#tools/moderation/review/approve-listing.ts";
import listReviews from "#tools/moderation/review/list-reviews.ts";
import requestChange from "#tools/moderation/review/request-change.ts";
import { pageForm } from "../frame/answers.ts";
import type { ItemOf } from "../frame/define-page.ts";
import { foldedPart, hiddenField, selectField, textArea } from "../frame/fields.ts";
import { FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { screenshot } from "../frame/screenshot.ts";
import { dayOf, timeOf, weekWords } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingWords, planWords } from "../own-listing/status.ts";
import { defineCasePage, type Refused } from "./case-list.ts";
import { fact } from "./fact.ts";
import { hereWith } from "./page-links.ts";

type Review = ItemOf<typeof listReviews>;

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

export const reviewPage = defineCasePage({
  path: "/team/review",
  name: "team_review",
  menu: { in: "team", label: "Review", place: 2 },
  kind: "review",
  title: "Review",
  lead: "Listings that wait for the team before their launch. A listing is returned while its owners must change something; the review continues when they edit it.",
  above: html`<p><a href="/team/review/decisions">Answers to decisions</a>. <a href="/team/review/duplicates">Near-duplicates</a>.</p>
<p class="hint">Keyboard, with the focus in the list: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>a</kbd> approve, <kbd>c</kbd> ask for a change, <kbd>r</kbd> refuse.</p>`,
  operation: listReviews,
  kinds: { none: "Without marks", ...markWords },
  filters: () => ({ network_of: "Same network as the listing" }),
  noun: ["listing", "listings"],
  states: { open: "Waiting", decided: "Returned" },
  empty: "No listing is waiting. New listings appear here if the site setting “review” is “first” or “always”.",
  notices: {
    approve: "Listing approved. We have notified any owners.",
    change: "We have asked the owners for the change. The review continues when they edit the listing.",
    refuse: "Listing refused. We have told any owners the reason and how to answer.",
  },
  hasShortcuts: true,
  bulk: {
    list: "reviews",
    options: [{ value: "reject_listing", label: "Refuse the listings" }],
    quick: { value: "approve_listing", label: "Approve chosen listings" },
    hint: "The owners receive the reason. They can answer once.",
    itemOf: (_, [, slug]) => ({ slug: slug!, if_state: "waiting" }),
  },

  decide(visit, form) {
    const [act, slug, reason] = [form.text("do"), form.text("slug"), form.text("reason")];
    const seen = { slug, if_state: form.text("state") as Review["state"] };
    const calls: Record<string, () => Promise<unknown>> = {
      approve: () => visit.call(approveListing, seen),
      change: () => visit.call(requestChange, { ...seen, text: reason }),
      refuse: () => visit.call(rejectListing, { ...seen, ground: form.text("ground") as DecisionGround, reason }),
    };
    const call = lookup(calls, act);
    if (!call) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    return { matter: slug, done: act, call: call() };
  },

  toCase(one, visit, refused) {
    const { slug, name, url, status, plan, launch_week, owner, evidence, similar } = one;
    const isOverdue = Date.parse(one.expected_by) < visit.now.getTime();
    return {
      id: one.case_id,
      matter: slug,
      parts: slug,
      name,
      head: html`<bdi>${name}</bdi>${isOverdue && html` <span class="tag">Overdue</span>`}${one.marks.map((mark) => html` <span class="tag">${markWords[mark]}</span>`)}`,
      hint: html`${new URL(url).hostname}, since ${dayOf(one.requested_at)}${similar[0] && html`. <bdi>${similar[0].name}</bdi>, ${similar[0].score} %`}${one.marks.includes("network") && html`. <a href="${listPath("/team/review", { network_of: slug })}">Network${owner?.network && ` ${owner.network}`}: all waiting listings</a>`}`,
      details: html`<dl class="facts">
${fact("URL", outside(url))}
${fact("Listing", html`<a href="/team/listings/${slug}">${slug}</a>: ${listingWords[status]}, ${planWords[plan]}${launch_week && `, ${weekWords(launch_week)}`}`)}
${fact("Decide by", timeOf(one.expected_by))}
${fact("Owner", owner ? ownerFacts(owner) : "No owner")}
${fact("Headline", one.headline)}
${fact("Summary", html`<span class="said">${one.summary}</span>`)}
${one.draft_error && fact("Website", one.draft_error)}
${evidence.length > 0 && fact("Evidence", html`<ul class="plain-list">${evidence.map(({ field, quote, url: source }) => html`<li>${field}: <q>${quote}</q> ${outside(source)}</li>`)}</ul>`)}
${fact("Similar older listings", similar.length === 0 ? "None" : html`<ul class="plain-list">${similar.map((found) => html`<li><a href="/team/listings/${found.slug}">${found.name}</a> (${listingWords[found.status]}), ${markWords[found.reason].toLowerCase()}, ${found.score} %, ${outside(found.url)}</li>`)}</ul>`)}
${one.change_text && fact("Change asked for", html`<span class="said">${one.change_text}</span>`)}
</dl>
${one.screenshot_url && screenshot(one.screenshot_url, name)}
${decisionForms(visit, one, refused?.matter === slug ? refused : undefined)}`,
    };
  },
});

const outside = (url: string): Html => html`<a href="${url}" rel="noreferrer nofollow">${url}</a>`;

const ownerFacts = (owner: NonNullable<Review["owner"]>): Html =>
  html`<bdi>${owner.name || "No name"}</bdi> (account ${owner.account_id}${owner.email && `, ${owner.email}`}), created on ${dayOf(owner.created_at)}, email ${owner.is_confirmed ? "confirmed" : "not confirmed"}${owner.network && `, network ${owner.network}`}. Listings: ${owner.listings}, of which ${owner.live} live. Earlier decisions: ${owner.rejected} rejected, ${owner.suspended} suspended.`;

const termGrounds = decisionGrounds
  .filter((one) => grounds[one].basis === "terms")
  .map((one) => ({ value: one, label: grounds[one].label }));

function decisionForms(visit: SignedInVisit, { slug, name, state }: Review, refused?: Refused): Html {
  const [change, ground, reason] = [`change-${slug}`, `ground-${slug}`, `reason-${slug}`];
  const error = (id: string) => lookup(refused?.errors ?? {}, id);
  const isRefusing = Boolean(error(ground) ?? error(reason));
  const form = (fields: HtmlValue) =>
    pageForm(visit, hereWith(visit), html`${hiddenField("slug", slug)}${hiddenField("state", state)}${fields}`);
  return html`${form(html`<div class="actions"><button class="primary" name="do" value="approve" aria-label="Approve ${name}">Approve</button></div>`)}
${
  state === "waiting" &&
  foldedPart(
    "Ask for a change",
    Boolean(error(change)),
    form(html`${textArea({ id: change, name: "reason", label: "Change", hint: "The owners receive this text by email and see it on their page.", value: error(change) ? refused!.reason : "", rows: 3, maxlength: 2000, error: error(change) })}
<div class="actions"><button name="do" value="change" aria-label="Ask for a change: ${name}">Ask for a change</button></div>`),
  )
}
${foldedPart(
  "Refuse",
  isRefusing,
  form(html`${selectField({ id: ground, name: "ground", label: "Reason", value: "", options: [{ value: "", label: "Choose a reason" }, ...termGrounds], error: error(ground) })}
${textArea({ id: reason, name: "reason", label: "Facts", hint: "The owners receive the reason and the facts. They can answer once.", value: isRefusing ? refused!.reason : "", rows: 3, maxlength: 2000, error: error(reason) })}
<div class="actions"><button class="danger" name="do" value="refuse" aria-label="Refuse ${name}">Refuse</button> <a href="/team/listings/${slug}">Refuse for a legal reason</a></div>`),
)}`;
}

import { lookup } from "../../../db/lookup.ts";
import { type Draft, ownDraft } from "../../../db/queries/drafts.ts";
import { invitesOfDraft } from "../../../db/queries/invites.ts";
import { sandboxOf } from "../../../db/queries/sandbox.ts";
import { type DraftRecord, toDraft } from "../../../tools/drafts/records.ts";
import { listingFields } from "../../../tools/listings/fields.ts";
import { siteUrls } from "../../http/runtime.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { draftWords, ownerOf } from "./drafts.ts";

/** `/account/drafts/{id}`: a draft to be read, with the words of the site that each text rests on. */
export const draftPage = signedInPage("/account/drafts/:id", "draft", {
  async get(visit) {
    const id = Number(visit.url.pathname.split("/").at(-1));
    const { read } = visit.runtime.store;
    const draft = Number.isSafeInteger(id) ? await draftOf(visit, id) : undefined;
    if (!draft)
      return answerFault(visit, {
        status: 404,
        title: "There is no such draft",
        text: html`See <a href="/account/drafts">your drafts</a>.`,
      });
    const urls = siteUrls(visit.runtime, visit.site);
    const record = toDraft(draft, await invitesOfDraft(read, id), { urls, now: visit.now });
    return render(visit, record, draft.siteId !== visit.site.id);
  },
});

/** A draft of the person, be it one that a sandbox key of theirs began. */
async function draftOf(visit: SignedInVisit, id: number): Promise<Draft | undefined> {
  const { read } = visit.runtime.store;
  const owner = ownerOf(visit);
  const sandbox = await sandboxOf(read, owner.siteId);
  return (
    (await ownDraft(read, owner, id)) ??
    (sandbox === null ? undefined : ownDraft(read, { ...owner, siteId: sandbox }, id))
  );
}

function render(visit: SignedInVisit, draft: DraftRecord, isSandbox: boolean): Response {
  const { id, url, status, progress, error, missing, warnings, invites } = draft;
  const name = draft.fields.name || new URL(url).hostname;
  const isBuilding = draft.poll_after_ms !== null;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
    body: html`<p><a href="/account/drafts">All drafts</a></p>
<h1>${name} <span class="tag${status === "failed" && " bad"}">${draftWords[status]}</span></h1>
<p class="lead">${url}</p>
${isSandbox && html`<p class="aside">A sandbox key began this draft: nothing of it becomes public, and no mail is sent.</p>`}
${isBuilding && html`<p class="aside">${progress.note} <a href="/account/drafts/${id}">Look again</a></p>`}
${error && html`<p class="aside">${error.message}</p>`}
${notes(
  "missing",
  "Before it can become a listing",
  missing.map(({ field, message }) => `${lookup(listingFields, field)?.label ?? field} ${message}.`),
)}
${notes(
  "warnings",
  "Worth a look",
  warnings.map(({ message }) => message),
)}
${!isBuilding && error === null && texts(draft)}
${notes(
  "invites",
  "Co-founders",
  invites.map(({ email, status }) => `${email}: ${status}`),
)}
${status === "ready" && html`<p>Corrections and submitting are your assistant's work: tell it what to change, or that it may submit draft ${id}.</p>`}`,
  });
}

const notes = (id: string, title: string, lines: string[]): HtmlValue =>
  lines.length > 0 &&
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="plain-list">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`;

function texts({ fields, evidence, written_by }: DraftRecord): Html {
  const { logo_url, socials, faqs, ...rest } = fields;
  const values: Record<string, HtmlValue> = {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, [value].flat().join(", ")])),
    description: paragraphs(fields.description),
    socials: list(Object.entries(socials).map(([network, address]) => `${network}: ${address}`)),
    faqs: list(faqs.map(({ question, answer }) => html`<strong>${question}</strong><br>${answer}`)),
    logo_url:
      logo_url && html`<img class="logo" src="${new URL(logo_url).pathname}" alt="The logo" width="96" height="96">`,
  };
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">Texts</h2>
<p class="hint">${
    written_by === "claude"
      ? "Written by Claude from the site."
      : written_by === "extractive"
        ? "Taken from the site's own words."
        : "Filled in by hand."
  }</p>
<dl class="texts">${Object.entries(listingFields).map(
    ([field, { label }]) => html`
<dt>${label}</dt>
<dd>${lookup(values, field) || html`<span class="empty">Nothing yet</span>`}${quotes(lookup(evidence, field) ?? [])}</dd>`,
  )}
</dl></section>`;
}

const paragraphs = (text: string): HtmlValue =>
  text !== "" &&
  text.split(/\n{2,}/).map((part) => html`<p>${part.split("\n").map((line, i) => [i > 0 && html`<br>`, line])}</p>`);

const list = (items: HtmlValue[]): HtmlValue =>
  items.length > 0 && html`<ul class="plain-list">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

const quotes = (found: DraftRecord["evidence"][string]): HtmlValue =>
  found.length > 0 &&
  html`<details><summary>From the site</summary>${found.map(
    ({ url, quote }) => html`<blockquote><p>${quote}</p><footer>${url}</footer></blockquote>`,
  )}</details>`;

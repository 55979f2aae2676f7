import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";

/** Times a page looks by itself, ever more slowly: some eight minutes in all. */
const maxLooks = 40;
const slowestSeconds = 15;

const lookOf = ({ url }: SignedInVisit) => {
  const look = Number(url.searchParams.get("look") ?? 0);
  return Number.isSafeInteger(look) && look >= 0 ? look : maxLooks;
};

const pathOf = ({ id }: DraftRecord, look: number | "off") => `/account/drafts/${id}?look=${look}`;

/** The header by which a page loads itself anew, without a script, until it has looked often enough or was told to stop. */
export function lookAgain(visit: SignedInVisit, draft: DraftRecord): Record<string, string> {
  const look = lookOf(visit);
  if (look >= maxLooks) return {};
  const seconds = Math.min(slowestSeconds, Math.ceil((draft.poll_after_ms ?? 0) / 1000) + 1 + look);
  return { refresh: `${seconds}; url=${pathOf(draft, look + 1)}` };
}

export function progressNote(visit: SignedInVisit, draft: DraftRecord): Html {
  const { step, of, note } = draft.progress;
  const isLooking = lookOf(visit) < maxLooks;
  return html`<section class="card" aria-labelledby="progress"><h2 id="progress">Reading the site and writing the draft</h2>
<div role="status"><p>Step ${step} of ${of}: ${note}</p>
<progress value="${step}" max="${of}" aria-labelledby="progress"></progress></div>
<p class="hint">${
    isLooking
      ? html`This page looks again by itself. <a href="${pathOf(draft, "off")}">Stop that</a>`
      : html`This page no longer looks by itself. <a href="${pathOf(draft, 0)}">Look again</a>`
  }</p></section>`;
}

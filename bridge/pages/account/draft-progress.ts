import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";

/** The intervals between refreshes grow; all refreshes together take about eight minutes. */
const maxRefreshes = 40;
const maxSeconds = 15;

const refreshCount = ({ url }: SignedInVisit) => {
  const count = Number(url.searchParams.get("look") ?? 0);
  return Number.isSafeInteger(count) && count >= 0 ? count : maxRefreshes;
};

const pathOf = ({ id }: DraftRecord, count: number | "off") => `/account/drafts/${id}?look=${count}`;

export function refreshHeader(visit: SignedInVisit, draft: DraftRecord): Record<string, string> {
  const count = refreshCount(visit);
  if (count >= maxRefreshes) return {};
  const seconds = Math.min(maxSeconds, Math.ceil((draft.poll_after_ms ?? 0) / 1000) + 1 + count);
  return { refresh: `${seconds}; url=${pathOf(draft, count + 1)}` };
}

export function progressNote(visit: SignedInVisit, draft: DraftRecord): Html {
  const { step, of, note } = draft.progress;
  return html`<section class="card" aria-labelledby="progress"><h2 id="progress">Reading the website and writing the draft</h2>
<div role="status"><p>Step ${step} of ${of}: ${note}</p>
<progress value="${step}" max="${of}" aria-labelledby="progress"></progress></div>
<p class="hint">${
    refreshCount(visit) < maxRefreshes
      ? html`This page refreshes automatically. <a href="${pathOf(draft, "off")}">Stop refreshing</a>`
      : html`This page no longer refreshes automatically. <a href="${pathOf(draft, 0)}">Refresh</a>`
  }</p></section>`;
}

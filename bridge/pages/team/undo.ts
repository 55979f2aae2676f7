import { lookup } from "#db/values/lookup.ts";
import getTeamInbox from "#tools/moderation/inbox/get-team-inbox.ts";
import { pageForm } from "../frame/answers.ts";
import { foldedPart, hiddenField } from "../frame/fields.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";

type Undoable = Awaited<ReturnType<typeof inboxOf>>["undoable"][number];

const inboxOf = (visit: SignedInVisit) => visit.call(getTeamInbox, {});

const actionWords: Record<string, string> = {
  suspend_listing: "suspended",
  reject_listing: "rejected",
  restore_listing: "restored",
  decide_answer: "answer decided",
  decide_reports: "reports closed",
  decide_flag: "flag closed",
};

/** The decisions, also those of a bulk action, that can still be undone; optionally only those about one listing. */
export async function undoable(visit: SignedInVisit, slug?: string): Promise<HtmlValue> {
  const all = (await inboxOf(visit)).undoable;
  return undoSection(visit, slug === undefined ? all : all.filter((one) => one.slug === slug));
}

export const undoSection = (visit: SignedInVisit, decisions: readonly Undoable[]): HtmlValue =>
  decisions.length > 0 &&
  foldedPart(
    `Undo a decision (${decisions.length})`,
    decisions.length === 1,
    html`<p class="hint">The emails about these decisions have not been sent yet.</p>
<ul class="rows" role="list">${decisions.map(({ change_id, action, slug, name, by, until }) => {
      const minutes = Math.max(1, Math.ceil((Date.parse(until) - visit.now.getTime()) / 60_000));
      return html`<li><div><a href="/team/listings/${slug}"><bdi>${name}</bdi></a>: ${lookup(actionWords, action) ?? action}
<p class="hint">By ${by || "the team"}. ${minutes} ${minutes === 1 ? "minute" : "minutes"} left.</p></div>
${pageForm(visit, "/team", html`${hiddenField("change_id", String(change_id))}<button aria-label="Undo the decision about ${name}">Undo</button>`)}</li>
`;
    })}</ul>`,
  );

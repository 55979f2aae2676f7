import { changeAt, type Subject } from "#db/queries/common/audit-log.ts";
import type { ActionName } from "#db/schema/action-names.ts";
import type { Db } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { Problem } from "../../core/errors/errors.ts";
import { shortened, timeWords } from "../../core/text/text.ts";

/** What the team did, by the action or by its outcome. */
const decisions: Partial<Record<ActionName, string | Record<string, string>>> = {
  approve_listing: "approved the listing",
  request_change: "asked the owners for a change",
  reject_listing: "rejected the listing",
  suspend_listing: "suspended the listing",
  suspend_listings: "suspended the listing",
  restore_listing: "restored the listing",
  merge_listings: "merged the listing into another",
  suspend_account: "suspended the account of an owner",
  restore_account: "restored the account of an owner",
  decide_reports: { told: "asked the owners to fix the problem", dismissed: "found nothing wrong" },
  decide_flag: { told: "asked the owners to change the text", dismissed: "dismissed the flag" },
  decide_answer: { upheld: "upheld the decision", reversed: "reversed the decision" },
  decide_dispute: { granted: "granted the claim", refused: "refused the claim" },
  dismiss_duplicate: "dismissed the pair",
  revert_edit: "reverted the edit",
};
const actions = Object.keys(decisions) as ActionName[];

/**
 * Returns a 409 with the state of a case and the decision that caused it: the latest entry of the audit log about the
 * subject at this time. The system or an owner may also have changed the state.
 */
export async function alreadyDecided(db: Db, subject: Subject, state: string, at: string | null): Promise<Problem> {
  const entry = at === null ? null : await changeAt(db, subject, at, actions);
  if (!entry) return new Problem("state_conflict", state);
  const { action, via, after, by } = entry;
  const words = decisions[action]!;
  const what = typeof words === "string" ? words : lookup(words, `${after.outcome ?? after.status}`);
  const who = by || /^admin:[^/]*\/(.+)/.exec(via)?.[1] || "The team";
  const reason = after.reason ?? after.change_text ?? after.status_message;
  const why = reason ? `: “${shortened(`${reason}`, 200)}”` : ".";
  return new Problem("state_conflict", `${state} ${who} ${what} on ${timeWords(at!)}${why}`, { isDecided: true });
}

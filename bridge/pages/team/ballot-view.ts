import { lookup } from "#db/values/lookup.ts";
import { capital } from "#tools/core/text/text.ts";
import type { ListedBallot } from "#tools/votes/list-ballots.ts";
import { exclusionWords } from "#tools/votes/shared/rules.ts";
import { pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";

export interface Refused {
  ballotId: number;
  reason: string;
  errors: FieldErrors;
}

interface Shown {
  action: string;
  isFinal: boolean;
  refused?: Refused;
}

export const reasonField = (ballotId: number): string => `reason-${ballotId}`;

export function ballotView(visit: SignedInVisit, ballot: ListedBallot, { action, isFinal, refused }: Shown): Html {
  const { ballot_id, slug, name, account_id, cast_at, excluded, is_waiting } = ballot;
  return html`<li id="ballot-${ballot_id}"><div>
<strong><a href="/team/listings/${slug}">${name}</a></strong> <span class="tag${excluded && !is_waiting && " bad"}">${
    excluded === null ? "Counted" : is_waiting ? "Waiting" : "Not counted"
  }</span>
<p class="hint">By ${voterOf(ballot)}, ${timeOf(cast_at)}.</p>
${whyOf(ballot)}
${!isFinal && account_id !== null && judgeForm(visit, ballot, action, refused)}</div></li>
`;
}

const voterOf = ({ account_id, voter, email }: ListedBallot) =>
  account_id === null ? "a deleted account" : email || voter || `account ${account_id}`;

function whyOf({ excluded, note, counts_from }: ListedBallot): HtmlValue {
  if (excluded === null) return null;
  if (excluded === "team") return html`<p class="said">Excluded by the team: ${note}</p>`;
  const words = exclusionWords[excluded];
  return html`<p>${capital(words)}.${counts_from && html` The vote will count from ${timeOf(counts_from)} if that time is within this week.`}</p>`;
}

const acts = {
  exclude: { label: "Exclude", hint: "The voter will see this reason.", button: "danger" },
  include: { label: "Include", hint: "The audit log will keep this reason.", button: "primary" },
};

function judgeForm(visit: SignedInVisit, ballot: ListedBallot, action: string, refused?: Refused): Html {
  const { ballot_id, slug, name, account_id, excluded } = ballot;
  const voter = voterOf(ballot);
  const act = excluded === "team" ? "include" : "exclude";
  const { label, hint, button } = acts[act];
  const id = reasonField(ballot_id);
  return html`<details class="more"${refused && html` open`}><summary aria-label="${label} the vote by ${voter} for ${name}">${label}</summary>
${pageForm(
  visit,
  action,
  html`${hiddenField("ballot_id", String(ballot_id))}${hiddenField("slug", slug)}${hiddenField("account_id", String(account_id))}
${textArea({
  id,
  name: "reason",
  label: "Reason",
  hint,
  rows: 2,
  maxlength: 500,
  value: refused?.reason ?? "",
  error: refused && lookup(refused.errors, id),
})}
<button class="${button}" name="do" value="${act}" aria-label="${label} the vote by ${voter} for ${name}">${label}</button>`,
)}</details>`;
}

import { lookup } from "#db/values/lookup.ts";
import excludeVote from "#tools/votes/exclude-vote.ts";
import includeVote from "#tools/votes/include-vote.ts";
import listBallots from "#tools/votes/list-ballots.ts";
import { type BallotStanding, ballotStandings } from "#tools/votes/shared/rules.ts";
import { answerPage, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { selectField, textField } from "../frame/fields.ts";
import { FormRefused } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { attempt, submit } from "../frame/submit.ts";
import { weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { voteTotals } from "../frame/vote-totals.ts";
import { ballotView, type Refused, reasonField } from "./ballot-view.ts";
import { hereWith, pageLinks, pageOf } from "./page-links.ts";

const path = "/team/ballots";
const notices = {
  excluded: "Vote excluded. The voter will see the reason, and the listing will show one more excluded vote.",
  included: "The vote counts again.",
  uncounted:
    "The team no longer excludes the vote, but the vote still does not count. The remaining reason is shown below.",
};
const standingWords: Record<BallotStanding, string> = {
  not_counted: "Not counted",
  waiting: "Waiting to be counted",
  excluded: "Excluded",
  counted: "Counted",
};

interface Judged {
  slug: string;
  email: string | undefined;
  account_id: number | undefined;
  reason: string;
}
const acts = {
  exclude: (visit: SignedInVisit, vote: Judged) => visit.call(excludeVote, vote),
  include: (visit: SignedInVisit, vote: Judged) => visit.call(includeVote, vote),
};

export const ballotsPage = definePage({
  path,
  name: "team_ballots",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Ballots", place: 7 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    const ballotId = Number(form.text("ballot_id"));
    const reason = form.text("reason");
    const call = act(visit, {
      slug: form.text("slug"),
      email: form.text("email") || undefined,
      account_id: Number(form.text("account_id")) || undefined,
      reason,
    });
    const { output, errors, refusal } = await attempt(call, { reason: { in: reasonField(ballotId), label: "Reason" } });
    if (refusal) return render(visit, { refusal: { status: 409, detail: refusal.detail } });
    if (errors) return render(visit, { refused: { ballotId, reason, errors } });
    const done = output!.excluded === null ? "included" : output!.excluded === "team" ? "excluded" : "uncounted";
    return answerRedirect(visit, hereWith(visit, { done }));
  },
});

interface ActionFailure {
  refused?: Refused;
  refusal?: { status: number; detail: string };
}

async function render(visit: SignedInVisit, { refused, refusal }: ActionFailure = {}): Promise<Response> {
  const asked = (name: string) => visit.url.searchParams.get(name)?.trim() ?? "";
  const [week, q] = [asked("week"), asked("q").slice(0, 254)];
  const standing = ballotStandings.find((one) => one === asked("standing")) ?? "not_counted";
  const page = pageOf(visit);
  const { output: list, errors } = await submit(
    visit.call(listBallots, { week: week || undefined, q, standing, page }),
    { week: { label: "Week" } },
  );
  const faults = errors ?? refused?.errors ?? {};
  const shown = { action: hereWith(visit), isFinal: list?.is_final ?? true };
  return answerPage(visit, {
    title: "Ballots",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: faults,
    body: html`<h1>Ballots</h1>
<p class="lead">Votes that do not count, with the reasons. Voters can see why their own votes do not count. Listings show the number of excluded votes for each reason.</p>
<form class="filter" method="get" action="${path}">
${textField({ name: "q", label: "Listing or voter", value: q, maxlength: 254 })}
${textField({ name: "week", label: "Week", value: week || list?.week, maxlength: 40, error: errors?.week })}
${selectField({
  name: "standing",
  label: "Votes",
  value: standing,
  options: ballotStandings.map((value) => ({ value, label: standingWords[value] })),
})}
<button>Show</button>
</form>
${
  list &&
  html`<section class="card" aria-labelledby="of-week"><h2 id="of-week">${weekWords(list.week)}</h2>
<p class="hint">${list.is_final ? "The week is closed. Its votes are final." : "The week is still running. Waiting votes will count as soon as the reason for waiting no longer applies."}</p>
${voteTotals(list.totals)}
${
  list.items.length === 0
    ? html`<p class="empty">No votes from this week match your search.</p>`
    : html`<ul class="rows" role="list">${list.items.map((ballot) =>
        ballotView(visit, ballot, {
          ...shown,
          refused: ballot.ballot_id === refused?.ballotId ? refused : undefined,
        }),
      )}</ul>`
}</section>
${pageLinks(visit, page, list.has_more)}`
}`,
  });
}

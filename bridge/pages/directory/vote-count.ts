import type { PublicListing } from "../../../tools/listings/records.ts";
import type { OwnVote } from "../../../tools/votes/records.ts";
import { exclusionWords } from "../../../tools/votes/rules.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { dayOf, weekWords } from "../frame/time.ts";

/** How the votes of a listing come about, and the reader's own vote: nothing is deducted in secret. */
export const voteCount = (listing: PublicListing, vote: OwnVote | undefined, byDay: HtmlValue): Html => {
  const { votes, votes_cast, votes_excluded, votes_without_ballots } = listing;
  return html`<section aria-labelledby="votes"><h2 id="votes">Votes</h2>
${byDay}<dl class="facts counts">
${row("Cast", votes_cast)}
${votes_excluded.map(({ reason, count }) => row(`Not counted: ${exclusionWords[reason]}`, count))}
${row("Counted", votes)}
${votes_without_ballots > 0 && row("Of these without ballots", votes_without_ballots)}
</dl>
${vote && ownVote(vote)}
<p class="hint"><a href="/ranking">How the ranking is made</a></p>
</section>
`;
};

const row = (
  label: string,
  value: number,
): Html => html`<div><dt>${label}</dt><dd>${value.toLocaleString("en")}</dd></div>
`;

const ownVote = ({ cast_at, week, counts, why, is_final }: OwnVote): Html =>
  html`<p>You voted on ${dayOf(cast_at)}. ${
    counts ? `Your vote counts in ${weekWords(week)}${is_final ? ", which has closed" : ""}.` : why
  }</p>`;

import { weekInSentence } from "#tools/core/text/text.ts";
import type { PublicListing } from "#tools/listings/shared/records.ts";
import type { OwnVote } from "#tools/votes/shared/records.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { dayOf } from "../../frame/time.ts";
import { voteTotals } from "../../frame/vote-totals.ts";

export const voteCount = (listing: PublicListing, vote: OwnVote | undefined, byDay: HtmlValue): Html => {
  const { votes, votes_cast, votes_excluded, votes_without_ballots } = listing;
  return html`<section aria-labelledby="votes"><h2 id="votes">Votes</h2>
${byDay}${voteTotals({ cast: votes_cast, counted: votes, excluded: votes_excluded, without_ballots: votes_without_ballots })}
${vote && ownVote(vote)}
<p class="hint"><a href="/ranking">How ranking works</a></p>
</section>
`;
};

const ownVote = ({ cast_at, week, counts, why, is_final }: OwnVote): Html =>
  html`<p>You voted on ${dayOf(cast_at)}. ${
    counts ? `Your vote counts in ${weekInSentence(week)}${is_final ? ", which has closed" : ""}.` : why
  }</p>`;

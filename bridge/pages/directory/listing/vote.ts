import { safeReturnTo } from "#auth/return-to.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import castVote from "#tools/votes/cast-vote.ts";
import getVotes from "#tools/votes/get-votes.ts";
import type { OwnVote } from "#tools/votes/shared/records.ts";
import takeVoteBack from "#tools/votes/take-vote-back.ts";
import { answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, html } from "../../frame/html.ts";
import { stillDone } from "../../frame/submit.ts";
import { type SignedInVisit, signInTo } from "../../frame/visit.ts";
import { listingPath, slugOf } from "./listing-path.ts";

type VotableListing = Pick<ListingCard, "id" | "slug" | "name" | "votes">;

/** The signed-in person's votes for these listings, by listing ID. The map is empty without a session. */
export async function ownVotes(visit: SignedInVisit | null, listings: { id: number }[]): Promise<Map<number, OwnVote>> {
  const found = new Map<number, OwnVote>();
  const ids = listings.map(({ id }) => id);
  for (let at = 0; visit && at < ids.length; at += maxPerPage) {
    const { items } = await visit.call(getVotes, { listing_ids: ids.slice(at, at + maxPerPage) });
    for (const vote of items) found.set(vote.listing_id, vote);
  }
  return found;
}

/** Returns a function that creates the vote control for a row. `currentPath` is the page to return to. */
export async function rowVotes(
  visit: SignedInVisit | null,
  listings: { id: number }[],
  currentPath: string,
): Promise<(listing: VotableListing) => Html> {
  const own = await ownVotes(visit, listings);
  return (listing) => voteControl(visit, listing, own.get(listing.id), currentPath);
}

/**
 * The number of votes with the vote button. Visitors without a session are asked to sign in first. slipway.js finds the
 * element by its `data-vote` and replaces it. `currentPath` is the page to return to.
 */
export function voteControl(
  visit: SignedInVisit | null,
  listing: VotableListing,
  vote: OwnVote | undefined,
  currentPath: string,
): Html {
  const { id, slug, votes } = listing;
  const count = html`<span class="triangle" aria-hidden="true"></span><strong>${votes.toLocaleString("en")}</strong> <span class="unit">${votes === 1 ? "vote" : "votes"}</span>`;
  return html`<div class="vote" data-vote="${id}">${
    visit
      ? pageForm(
          visit,
          `/listings/${slug}/vote`,
          html`${hiddenField("listing_id", String(id))}${hiddenField("back", currentPath)}${button(listing, vote, count)}`,
        )
      : html`<a class="button" href="${signInTo(`vote.${slug}`, currentPath)}" aria-label="${labelOf("Vote for", listing)}" rel="nofollow">${count}</a>`
  }${vote && !vote.counts && notCounted(vote)}</div>`;
}

/** A note that tells the voter why the vote does not count. It links to the voter's votes. */
const notCounted = ({ listing_id, why, is_final, excluded }: OwnVote): Html =>
  html`<p class="vote-why" id="why-${listing_id}"><a href="/account/votes" title="${why}">${is_final || excluded === "team" ? "Excluded" : html`Not yet<span class="unit"> counted</span>`}</a><span class="hidden">. ${why}</span></p>`;

const labelOf = (act: string, { name, votes }: VotableListing) =>
  `${act} ${name}, ${votes.toLocaleString("en")} ${votes === 1 ? "vote" : "votes"}`;

function button(listing: VotableListing, vote: OwnVote | undefined, count: Html): Html {
  if (!vote) return html`<button name="do" value="vote" aria-label="${labelOf("Vote for", listing)}">${count}</button>`;
  // A disabled button cannot receive keyboard focus, so text is shown instead.
  if (vote.is_final || vote.excluded === "team")
    return html`<p class="voted">${count}<span class="hidden"> You voted for ${listing.name}.</span></p>`;
  return html`<button class="voted" name="do" value="take-back" aria-label="${labelOf("Remove your vote for", listing)}"${!vote.counts && html` aria-describedby="why-${listing.id}"`}>${count}</button>`;
}

export const voteNotices = (name: string, vote: OwnVote | undefined): Record<string, string> => ({
  voted: vote?.why ? `Your vote for ${name} is saved. ${vote.why}` : `You voted for ${name}.`,
  "vote-taken-back": `Your vote for ${name} was removed.`,
});

export const votePage = definePage({
  path: "/listings/:slug/vote",
  name: "vote",
  audience: "account",
  // After sign-in, the browser returns here with GET.
  get: async (visit) => answerRedirect(visit, listingPath(slugOf(visit))),
  async post(visit, form) {
    const isVote = form.text("do") === "vote";
    const listing_id = Number(form.text("listing_id"));
    const isDone = await stillDone(visit.call(isVote ? castVote : takeVoteBack, { listing_id }));
    const path = listingPath(slugOf(visit));
    const back = new URL(safeReturnTo(form.text("back")) ?? path, visit.base);
    back.searchParams.delete("done");
    if (isDone && back.pathname === path) back.searchParams.set("done", isVote ? "voted" : "vote-taken-back");
    return answerRedirect(visit, back.pathname + back.search);
  },
});

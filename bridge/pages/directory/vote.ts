import { safeReturnTo } from "#auth/return-to.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import castVote from "#tools/votes/cast-vote.ts";
import getVotes from "#tools/votes/get-votes.ts";
import type { OwnVote } from "#tools/votes/shared/records.ts";
import takeVoteBack from "#tools/votes/take-vote-back.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage, signInPath } from "../frame/mount.ts";
import { stillDone } from "../frame/submit.ts";

interface Voted {
  id: number;
  slug: string;
  name: string;
  votes: number;
}

/** The own votes of who is signed in for what a page shows, by listing; none where nobody is. */
export async function ownVotes(visit: SignedInVisit | null, listings: { id: number }[]): Promise<Map<number, OwnVote>> {
  const found = new Map<number, OwnVote>();
  const ids = listings.map(({ id }) => id);
  for (let at = 0; visit && at < ids.length; at += maxPerPage) {
    const { items } = await visit.call(getVotes, { listing_ids: ids.slice(at, at + maxPerPage) });
    for (const vote of items) found.set(vote.listing_id, vote);
  }
  return found;
}

/**
 * The controls of the rows of a list; the number beside a listing may be another than all its votes, as on a board.
 * @param address path and query of the page they stand on
 */
export async function rowVotes(
  visit: SignedInVisit | null,
  listings: { id: number }[],
  address: string,
): Promise<(listing: Voted) => Html> {
  const own = await ownVotes(visit, listings);
  return (listing) => voteControl(visit, listing, own.get(listing.id), address);
}

/**
 * The count of a listing with its button, for its page and for rows; who is not signed in is led to that first, and
 * back. `data-vote` names the listing on the element that a script may replace by the one of the page it is sent back to.
 * @param address path and query of the page it stands on
 */
export function voteControl(
  visit: SignedInVisit | null,
  listing: Voted,
  vote: OwnVote | undefined,
  address: string,
): Html {
  const { id, slug, votes } = listing;
  const count = html`<span class="triangle" aria-hidden="true"></span><strong>${votes.toLocaleString("en")}</strong> <span class="unit">${votes === 1 ? "vote" : "votes"}</span>`;
  return html`<div class="vote" data-vote="${id}">${
    visit
      ? pageForm(
          visit,
          `/listings/${slug}/vote`,
          html`${hiddenField("listing_id", String(id))}${hiddenField("back", address)}${button(listing, vote, count)}`,
        )
      : html`<a class="button" href="${signInPath(address)}" aria-label="${labelOf("Vote for", listing)}" rel="nofollow">${count}</a>`
  }${vote && !vote.counts && notCounted(vote)}</div>`;
}

/** Beside a vote that does not count: its voter reads why at once, and what can be done among their votes. */
const notCounted = ({ listing_id, why, is_final, excluded }: OwnVote): Html =>
  html`<p class="vote-why" id="why-${listing_id}"><a href="/account/votes" title="${why}">Not counted${!is_final && excluded !== "team" && " yet"}</a><span class="hidden">. ${why}</span></p>`;

const labelOf = (act: string, { name, votes }: Voted) =>
  `${act} ${name}, ${votes.toLocaleString("en")} ${votes === 1 ? "vote" : "votes"}`;

function button(listing: Voted, vote: OwnVote | undefined, count: Html): Html {
  if (!vote) return html`<button name="do" value="vote" aria-label="${labelOf("Vote for", listing)}">${count}</button>`;
  // A disabled button would be left out of what the keyboard reaches, and what it says with it.
  if (vote.is_final || vote.excluded === "team")
    return html`<p class="voted">${count}<span class="hidden"> You voted for ${listing.name}.</span></p>`;
  return html`<button class="voted" name="do" value="take-back" aria-label="${labelOf("Take your vote back for", listing)}"${!vote.counts && html` aria-describedby="why-${listing.id}"`}>${count}</button>`;
}

export const voteNotices = (name: string, vote: OwnVote | undefined): Record<string, string> => ({
  voted: vote?.why ? `Your vote for ${name} is kept. ${vote.why}` : `You voted for ${name}.`,
  "vote-taken-back": `Your vote for ${name} is taken back.`,
});

/** Takes the forms of the control. */
export const votePage = signedInPage("/listings/:slug/vote", "vote", {
  // Where signing in leads back to when the session had ended.
  get: async (visit) => answerRedirect(visit, listingPath(visit)),
  async post(visit, form) {
    const isVote = form.text("do") === "vote";
    const listing_id = Number(form.text("listing_id"));
    const isDone = await stillDone(visit.call(isVote ? castVote : takeVoteBack, { listing_id }));
    const back = new URL(safeReturnTo(form.text("back")) ?? listingPath(visit), visit.base);
    back.searchParams.delete("done");
    if (isDone && back.pathname === listingPath(visit))
      back.searchParams.set("done", isVote ? "voted" : "vote-taken-back");
    return answerRedirect(visit, back.pathname + back.search);
  },
});

const listingPath = ({ url }: SignedInVisit) => `/listings/${encodeURIComponent(url.pathname.split("/")[2] ?? "")}`;

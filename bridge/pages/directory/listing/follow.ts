import followListing from "#tools/followers/follow-listing.ts";
import getFollow from "#tools/followers/get-follow.ts";
import unfollowListing from "#tools/followers/unfollow-listing.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, html } from "../../frame/html.ts";
import { stillDone } from "../../frame/submit.ts";
import { type SignedInVisit, signInTo } from "../../frame/visit.ts";
import { listingPath, slugOf } from "./listing-path.ts";

/** The follow button for a listing. Visitors without a session are asked to sign in first. */
export async function followControl(
  visit: SignedInVisit | null,
  { id, slug, name }: Pick<ListingCard, "id" | "slug" | "name">,
): Promise<Html> {
  const label = html`<span>Follow<span class="hidden"> ${name}</span> by email</span>`;
  if (!visit) return html`<a class="button" href="${signInTo("follow", listingPath(slug))}">${label}</a>`;
  const { is_following } = await visit.call(getFollow, { listing_id: id });
  const button = is_following
    ? html`<button name="do" value="unfollow">Unfollow<span class="hidden"> ${name}</span></button>`
    : html`<button name="do" value="follow">${label}</button>`;
  return pageForm(visit, `${listingPath(slug)}/follow`, html`${hiddenField("listing_id", String(id))}${button}`);
}

/** Notices after following or unfollowing; `news` says what the emails contain. */
export const followNotices = (
  { account }: SignedInVisit,
  name: string,
  news = "its updates",
): Record<string, string> => ({
  followed:
    account.digestsStoppedAt === null && account.mailRefusedAt === null
      ? `You are following ${name}. We will email you ${news}, at most once a day.`
      : `You are following ${name}, but emails about what you follow are turned off. Turn them on under Following and emails in your account.`,
  unfollowed: `You are no longer following ${name}.`,
});

export const followPage = definePage({
  path: "/listings/:slug/follow",
  name: "follow",
  audience: "account",
  // After sign-in, the browser returns here with GET.
  get: async (visit) => answerRedirect(visit, listingPath(slugOf(visit))),
  async post(visit, form) {
    const isUnfollow = form.text("do") === "unfollow";
    const call = visit.call(isUnfollow ? unfollowListing : followListing, {
      listing_id: Number(form.text("listing_id")),
    });
    const done = (await stillDone(call)) ? `?done=${isUnfollow ? "unfollowed" : "followed"}` : "";
    return answerRedirect(visit, `${listingPath(slugOf(visit))}${done}`);
  },
});

import followListing from "#tools/followers/follow-listing.ts";
import getFollow from "#tools/followers/get-follow.ts";
import unfollowListing from "#tools/followers/unfollow-listing.ts";
import { answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, html } from "../../frame/html.ts";
import { stillDone } from "../../frame/submit.ts";
import { type SignedInVisit, signInPath } from "../../frame/visit.ts";

interface Followed {
  id: number;
  slug: string;
  name: string;
}

const listingPath = (slug: string) => `/listings/${encodeURIComponent(slug)}`;

/** The button on a listing's page; who is not signed in is led to that first, and back. */
export async function followControl(visit: SignedInVisit | null, { id, slug, name }: Followed): Promise<Html> {
  const label = html`Follow<span class="hidden"> ${name}</span>`;
  if (!visit) return html`<a class="button" href="${signInPath(listingPath(slug))}">${label}</a>`;
  const { is_following } = await visit.call(getFollow, { listing_id: id });
  const button = is_following
    ? html`<button name="do" value="unfollow">Unfollow<span class="hidden"> ${name}</span></button>`
    : html`<button name="do" value="follow">${label}</button>`;
  return pageForm(visit, `${listingPath(slug)}/follow`, html`${hiddenField("listing_id", String(id))}${button}`);
}

/** What was done; `fresh` is what is mailed of it. */
export const followNotices = (
  { account }: SignedInVisit,
  name: string,
  fresh = "What is new there",
): Record<string, string> => ({
  followed:
    account.digestsStoppedAt === null && account.mailRefusedAt === null
      ? `You follow ${name}. ${fresh} comes by mail, at most once a day.`
      : `You follow ${name}. It is not mailed to you: see Following in your account.`,
  unfollowed: `You no longer follow ${name}.`,
});

/** Takes the form of a listing's page. */
export const followPage = definePage({
  path: "/listings/:slug/follow",
  name: "follow",
  audience: "account",
  // Where signing in leads back to when the session had ended.
  get: async (visit) => answerRedirect(visit, listingPath(slugIn(visit))),
  async post(visit, form) {
    const isEnding = form.text("do") === "unfollow";
    const call = visit.call(isEnding ? unfollowListing : followListing, {
      listing_id: Number(form.text("listing_id")),
    });
    const done = (await stillDone(call)) ? `?done=${isEnding ? "unfollowed" : "followed"}` : "";
    return answerRedirect(visit, `${listingPath(slugIn(visit))}${done}`);
  },
});

const slugIn = ({ url }: SignedInVisit) => url.pathname.split("/")[2] ?? "";

import listFollowed from "#tools/followers/list-followed.ts";
import setDigests from "#tools/followers/set-digests.ts";
import unfollowListing from "#tools/followers/unfollow-listing.ts";
import unfollowSearch from "#tools/followers/unfollow-search.ts";
import { followedPath } from "../directory/search/follow-search.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { stillDone } from "../frame/submit.ts";
import { dayOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";

const maxShown = 100;

const notices: Record<string, string> = {
  unfollowed: "You no longer follow it.",
  on: "What is new comes by mail again, from now on.",
  off: "Mail about what you follow is stopped.",
};

/** `/account/following`: what the person follows, and whether it comes by mail. */
export const followingPage = definePage({
  path: "/account/following",
  name: "following",
  audience: "account",
  menu: { in: "account", label: "Following", place: 5 },
  async get(visit) {
    const { items, total, searches, are_mailed } = await visit.call(listFollowed, { per_page: maxShown });
    return answerPage(visit, {
      title: "Following",
      layout: "signed-in",
      notice: noticeOf(visit, notices),
      body: html`<h1>Following</h1>
<section class="card" aria-labelledby="mail"><h2 id="mail">Mail</h2>
${mailControl(visit, are_mailed)}
</section>
<section class="card" aria-label="Followed listings">
${
  items.length === 0
    ? html`<p class="empty">You follow nothing yet. Press Follow on the page of a product, a category or a search, and you hear of what is new there. See <a href="/updates">the latest updates</a>.</p>`
    : html`<ul class="rows" role="list">${items.map((item) => followedRow(visit, item))}</ul>`
}
</section>
${
  searches.length > 0 &&
  html`<section class="card" aria-labelledby="searches"><h2 id="searches">Searches and categories</h2>
<p class="hint">You hear of what launches and is found by them.</p>
<ul class="rows" role="list">${searches.map((search) => searchRow(visit, search))}</ul>
</section>`
}
${total > items.length && html`<p class="hint">These are the latest ${items.length} of ${total}.</p>`}`,
    });
  },

  async post(visit, form) {
    const act = form.text("do");
    if (act === "on" || act === "off") {
      await visit.call(setDigests, { are_mailed: act === "on" });
      return answerRedirect(visit, `/account/following?done=${act}`);
    }
    if (act === "unfollow-search") {
      await visit.call(unfollowSearch, { query: form.text("query"), site_id: Number(form.text("site_id")) });
      return answerRedirect(visit, "/account/following?done=unfollowed");
    }
    const isDone = await stillDone(visit.call(unfollowListing, { listing_id: Number(form.text("listing_id")) }));
    return answerRedirect(visit, `/account/following${isDone ? "?done=unfollowed" : ""}`);
  },
});

function mailControl(visit: SignedInVisit, areMailed: boolean): Html {
  const { email, mailRefusedAt } = visit.account;
  const button = areMailed
    ? html`<button name="do" value="off">Stop this mail</button>`
    : html`<button class="primary" name="do" value="on">Mail me what is new</button>`;
  return html`<p>${
    areMailed
      ? html`What is new comes to <strong>${email}</strong>, at most once a day.`
      : "Mail about what you follow is stopped. You find what is new on the pages of the products."
  }</p>
${areMailed && mailRefusedAt !== null && html`<p class="aside">The mail server refuses this email at present: see <a href="/account#address">your account</a>.</p>`}
${pageForm(visit, "/account/following", button)}`;
}

interface Followed {
  listing_id: number;
  slug: string;
  name: string;
  headline: string;
  logo_url: string | null;
  is_live: boolean;
  site: { name: string; is_this: boolean };
  followed_at: string;
}

function followedRow(visit: SignedInVisit, followed: Followed): Html {
  const { listing_id, slug, name, headline, is_live, site, followed_at } = followed;
  const isHere = is_live && site.is_this;
  return html`<li>
${logo(followed, 40)}<div><strong>${isHere ? html`<a href="/listings/${slug}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</strong>${!is_live && html` <span class="tag">Not public at present</span>`}
<p><bdi>${headline}</bdi></p>
<p class="hint">Since ${dayOf(followed_at)}${!site.is_this && html`, on ${site.name}`}.</p></div>
${pageForm(
  visit,
  "/account/following",
  html`${hiddenField("listing_id", String(listing_id))}<button name="do" value="unfollow" aria-label="Unfollow ${name}">Unfollow</button>`,
)}
</li>
`;
}

interface FollowedSearch {
  query: string;
  label: string;
  site: { id: number; name: string; is_this: boolean };
  followed_at: string;
}

const searchRow = (visit: SignedInVisit, { query, label, site, followed_at }: FollowedSearch): Html => html`<li>
<div><strong>${site.is_this ? html`<a href="${followedPath(query)}">${label}</a>` : label}</strong>
<p class="hint">Since ${dayOf(followed_at)}${!site.is_this && html`, on ${site.name}`}.</p></div>
${pageForm(
  visit,
  "/account/following",
  html`${hiddenField("query", query)}${hiddenField("site_id", String(site.id))}<button name="do" value="unfollow-search" aria-label="Unfollow ${label}">Unfollow</button>`,
)}
</li>
`;

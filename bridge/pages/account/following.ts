import type * as z from "zod";
import { type OptionalMail, optionalMailNames, optionalMails } from "#db/queries/accounts/unsubscribe.ts";
import listFollowed from "#tools/followers/list-followed.ts";
import setDigests from "#tools/followers/set-digests.ts";
import unfollowListing from "#tools/followers/unfollow-listing.ts";
import unfollowSearch from "#tools/followers/unfollow-search.ts";
import { followedPath } from "../directory/search/follow-search.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { redirectAfter } from "../frame/submit.ts";
import { dayOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { optionalMailWords } from "./unsubscribe.ts";

const maxShown = 100;

const notices: Record<string, string> = {
  unfollowed: "Unfollowed.",
  ...Object.fromEntries(
    optionalMailNames.flatMap((mails) => [
      [`on-${mails}`, `Emails ${optionalMailWords[mails].about} are on.`],
      [`off-${mails}`, `Emails ${optionalMailWords[mails].about} are off.`],
    ]),
  ),
};

export const followingPage = definePage({
  path: "/account/following",
  name: "following",
  audience: "account",
  menu: { in: "account", label: "Following and emails", place: 5 },
  async get(visit) {
    const { items, total, searches } = await visit.call(listFollowed, { per_page: maxShown });
    return answerPage(visit, {
      title: "Following and emails",
      layout: "signed-in",
      notice: noticeOf(visit, notices),
      body: html`<h1>Following and emails</h1>
<section class="card" aria-labelledby="mail"><h2 id="mail">Email</h2>
${mailRefusal(visit)}
${optionalMailNames.map((mails) => mailControl(visit, mails))}
</section>
<section class="card" aria-label="Followed listings">
${
  items.length === 0
    ? html`<p class="empty">You are not following anything yet. Follow a product, category or search to get news about it by email. See <a href="/updates">the latest updates</a>.</p>`
    : html`<ul class="rows" role="list">${items.map((item) => followedRow(visit, item))}</ul>`
}
</section>
${
  searches.length > 0 &&
  html`<section class="card" aria-labelledby="searches"><h2 id="searches">Searches and categories</h2>
<p class="hint">We will email you when a new launch matches one of these searches or categories.</p>
<ul class="rows" role="list">${searches.map((search) => searchRow(visit, search))}</ul>
</section>`
}
${total > items.length && html`<p class="hint">Showing the latest ${items.length} of ${total} listings.</p>`}`,
    });
  },

  async post(visit, form) {
    const action = form.text("do");
    if (action === "on" || action === "off") {
      const mails = (form.text("mails") || "digests") as OptionalMail;
      await visit.call(setDigests, { mails, are_mailed: action === "on" });
      return answerRedirect(visit, `/account/following?done=${action}-${mails}`);
    }
    if (action === "unfollow-search") {
      await visit.call(unfollowSearch, { query: form.text("query"), site_id: Number(form.text("site_id")) });
      return answerRedirect(visit, "/account/following?done=unfollowed");
    }
    const call = visit.call(unfollowListing, { listing_id: Number(form.text("listing_id")) });
    return redirectAfter(visit, call, "/account/following", "unfollowed");
  },
});

function mailControl(visit: SignedInVisit, mails: OptionalMail): Html {
  const { name, about, on, off } = optionalMailWords[mails];
  const areMailed = visit.account[optionalMails[mails]] === null;
  const button = areMailed
    ? html`<button name="do" value="off">Turn off ${name}</button>`
    : html`<button class="primary" name="do" value="on">Turn on ${name}</button>`;
  return html`<p>${areMailed ? html`We email <strong>${visit.account.email}</strong> ${on}.` : `Emails ${about} are off. ${off}`}</p>
${pageForm(visit, "/account/following", html`${hiddenField("mails", mails)}${button}`)}
`;
}

const mailRefusal = ({ account: { mailRefusedAt } }: SignedInVisit): HtmlValue =>
  mailRefusedAt !== null &&
  html`<p class="aside">The mail server for this address is refusing our emails. See <a href="/account#address">your account</a>.</p>`;

type Followed = z.output<typeof listFollowed.output>;

function followedRow(visit: SignedInVisit, followed: Followed["items"][number]): Html {
  const { listing_id, slug, name, headline, is_live, site, followed_at } = followed;
  const isHere = is_live && site.is_this;
  return html`<li>
${logo(followed, 40)}<div><strong>${isHere ? html`<a href="/listings/${slug}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</strong>${!is_live && html` <span class="tag">Not public</span>`}
<p><bdi>${headline}</bdi></p>
<p class="hint">Followed since ${dayOf(followed_at)}${!site.is_this && html`, on ${site.name}`}.</p></div>
${pageForm(
  visit,
  "/account/following",
  html`${hiddenField("listing_id", String(listing_id))}<button name="do" value="unfollow" aria-label="Unfollow ${name}">Unfollow</button>`,
)}
</li>
`;
}

const searchRow = (
  visit: SignedInVisit,
  { query, label, site, followed_at }: Followed["searches"][number],
): Html => html`<li>
<div><strong>${site.is_this ? html`<a href="${followedPath(query)}">${label}</a>` : label}</strong>
<p class="hint">Followed since ${dayOf(followed_at)}${!site.is_this && html`, on ${site.name}`}.</p></div>
${pageForm(
  visit,
  "/account/following",
  html`${hiddenField("query", query)}${hiddenField("site_id", String(site.id))}<button name="do" value="unfollow-search" aria-label="Unfollow ${label}">Unfollow</button>`,
)}
</li>
`;

import listVotes, { type ListedVote } from "#tools/votes/list-votes.ts";
import takeVoteBack from "#tools/votes/take-vote-back.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { redirectAfter } from "../frame/submit.ts";
import { dayOf, weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";

const maxShown = 100;

export const votesPage = definePage({
  path: "/account/votes",
  name: "votes",
  audience: "account",
  menu: { in: "account", label: "Votes", place: 9 },
  async get(visit) {
    const { items, total } = await visit.call(listVotes, { per_page: maxShown });
    return answerPage(visit, {
      title: "Votes",
      layout: "signed-in",
      notice: noticeOf(visit, { "taken-back": "Vote withdrawn." }),
      body: html`<h1>Votes</h1>
<p class="lead">You can withdraw a vote until the end of the week in which you cast it. <a href="/ranking">How ranking works</a></p>
<section class="card" aria-label="Your votes">
${
  items.length === 0
    ? html`<p class="empty">You have not voted yet. You can vote on a product's page. See <a href="/">this week's launches</a>.</p>`
    : html`<ul class="rows" role="list">${items.map((item) => row(visit, item))}</ul>`
}
</section>
${total > items.length && html`<p class="hint">Showing the latest ${items.length} of ${total} votes.</p>`}`,
    });
  },

  post(visit, form) {
    const call = visit.call(takeVoteBack, { listing_id: Number(form.text("listing_id")) });
    return redirectAfter(visit, call, "/account/votes", "taken-back");
  },
});

function row(visit: SignedInVisit, vote: ListedVote): Html {
  const { listing_id, slug, name, is_live, site, cast_at, week, why, excluded, is_final } = vote;
  return html`<li>
${logo(vote, 40)}<div><strong>${is_live && site.is_this ? html`<a href="/listings/${slug}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</strong>${!is_live && html` <span class="tag">Not public</span>`}
<p>${why ?? `${weekWords(week)}: this vote counts.`}</p>
<p class="hint">${dayOf(cast_at)}${!site.is_this && html`, on ${site.name}`}.</p></div>
${
  !is_final &&
  excluded !== "team" &&
  pageForm(
    visit,
    "/account/votes",
    html`${hiddenField("listing_id", String(listing_id))}<button aria-label="Withdraw your vote for ${name}">Withdraw vote</button>`,
  )
}
</li>
`;
}

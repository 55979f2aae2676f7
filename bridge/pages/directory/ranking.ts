import { boardRules } from "../../../tools/leaderboards/rules.ts";
import getRankingFacts from "../../../tools/votes/get-ranking-facts.ts";
import { html } from "../frame/html.ts";
import { weekWords } from "../frame/time.ts";
import { publicPage } from "./public-page.ts";

/** `/ranking`: how the ranking is made, and how anybody can count it again. */
export const mountRanking = publicPage({
  path: "/ranking",
  name: "ranking_page",
  maxAge: 300,
  async page(ask, { site, urls }) {
    const { rules, public_key, weeks } = await ask(getRankingFacts, {});
    return {
      title: "How the ranking is made",
      description: `How votes on ${site.name} are cast, counted and published, and how anybody can count them again.`,
      canonical: `${urls.base}/ranking`,
      layout: "wide",
      body: html`<h1>How the ranking is made</h1>
<div class="prose">
<p>The people who visit ${site.name} vote for products, week by week. Nothing is deducted in secret: each product's page shows how many votes were cast, which of them do not count, and why.</p>
<h2>The rules</h2>
<ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<h2>Paid places</h2>
<p>What is paid for is marked as paid. ${boardRules.billboard.rule}</p>
<h2>Count it again</h2>
<p>When a week closes, all of its ballots are published as one file, with the places they led to. Voters are named in it by a code that is made for that week alone, from a secret that is then thrown away: a file tells who voted alike within a week, and not who they are.</p>
<p>The file is signed. <code>signature.value</code> is an Ed25519 signature of <code>snapshot</code> in canonical JSON (RFC 8785), by this key:</p>
<p><code class="address">${public_key}</code></p>
${
  weeks.length === 0
    ? html`<p>No week has been published yet.</p>`
    : html`<ul>${weeks.map((week) => html`<li><a href="/launches/${week}/ballots.json">Ballots of ${weekWords(week)}</a></li>`)}</ul>`
}
</div>`,
    };
  },
});

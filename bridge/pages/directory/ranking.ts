import { boardRules } from "#tools/leaderboards/shared/rules.ts";
import getRankingFacts from "#tools/votes/get-ranking-facts.ts";
import { html } from "../frame/html.ts";
import { weekWords } from "../frame/time.ts";
import { publicPage } from "./public-page.ts";

const introduction = (siteName: string) =>
  `The people who visit ${siteName} vote for products, week by week. Nothing is deducted in secret: each product's page shows how many votes were cast, which of them do not count, and why.`;
const paidPlaces = `What is paid for is marked as paid. ${boardRules.billboard.rule}`;
const counting =
  "When a week closes, all of its ballots are published as one file, with the places they led to. Voters are named in it by a code that is made for that week alone, from a secret that is then thrown away: a file tells who voted alike within a week, and not who they are.";

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
      text: [
        "# How the ranking is made",
        introduction(site.name),
        `## The rules\n\n${rules.map((rule) => `- ${rule}`).join("\n")}`,
        `## Paid places\n\n${paidPlaces}`,
        `## Count it again\n\n${counting}`,
        `The file is signed. \`signature.value\` is an Ed25519 signature of \`snapshot\` in canonical JSON (RFC 8785), by this key: \`${public_key}\``,
        weeks.map((week) => `- [Ballots of ${weekWords(week)}](${urls.base}/launches/${week}/ballots.json)`).join("\n"),
      ]
        .filter(Boolean)
        .join("\n\n"),
      layout: "wide",
      body: html`<h1>How the ranking is made</h1>
<div class="prose">
<p>${introduction(site.name)}</p>
<h2>The rules</h2>
<ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<h2>Paid places</h2>
<p>${paidPlaces}</p>
<h2>Count it again</h2>
<p>${counting}</p>
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

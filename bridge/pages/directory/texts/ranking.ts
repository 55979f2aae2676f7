import { weekInSentence } from "#tools/core/text/text.ts";
import { boardRules } from "#tools/leaderboards/shared/rules.ts";
import getRankingFacts from "#tools/votes/get-ranking-facts.ts";
import { definePage } from "../../frame/define-page.ts";
import { html } from "../../frame/html.ts";
import { listMargin } from "../lists/list-margin.ts";

const introduction = (siteName: string) =>
  `People on ${siteName} vote for products every week. We never remove votes in secret: each product's page shows how many votes were cast, how many do not count, and why.`;
const paidPlacement = `Paid launches and billboards are marked as paid. ${boardRules.billboard.rule}`;
const counting =
  "When a week closes, we publish all its ballots in one file, together with the resulting ranks. A random code replaces each voter's name. The codes change every week, and we delete the secret that creates them. Each file therefore shows which ballots came from the same voter, but not who the voter is.";
const formerKeys =
  "When we replace the key, the former key signs the new one. Files that a former key signed remain valid.";
const counted =
  "Each closed week's page can count its ballots in your browser. Our verifier also checks earlier weeks.";

export const rankingPage = definePage({
  path: "/ranking",
  name: "ranking_page",
  audience: "everyone",
  menu: { in: "footer", label: "Ranking", place: 5 },
  indexed: true,
  maxAge: 300,
  async get(ask, { site, urls }) {
    const { rules, key_list, weeks } = await ask(getRankingFacts, {});
    return {
      title: "Ranking",
      description: `How votes on ${site.name} are cast, counted and published, and how anyone can recount them.`,
      canonical: `${urls.base}/ranking`,
      text: [
        "# Ranking",
        introduction(site.name),
        `## Rules\n\n${rules.map((rule) => `- ${rule}`).join("\n")}`,
        `## Paid placement\n\n${paidPlacement}`,
        `## Recount a week\n\n${counting}`,
        `Each file is signed. \`signature.value\` is the Ed25519 signature of \`snapshot\` as canonical JSON (RFC 8785). The public key is \`${key_list.public_key}\`. ${formerKeys} See [the list of keys](${urls.base}/ranking/keys.json).`,
        `${counted} [Download the verifier](${urls.base}/verify.mjs)`,
        weeks
          .map((week) => `- [Ballots of ${weekInSentence(week)}](${urls.base}/launches/${week}/ballots.json)`)
          .join("\n"),
      ]
        .filter(Boolean)
        .join("\n\n"),
      margin: listMargin({ site, urls }),
      body: html`<h1>Ranking</h1>
<div class="prose">
<p>${introduction(site.name)}</p>
<h2>Rules</h2>
<ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<h2>Paid placement</h2>
<p>${paidPlacement}</p>
<h2>Recount a week</h2>
<p>${counting}</p>
<p>Each file is signed. <code>signature.value</code> is the Ed25519 signature of <code>snapshot</code> as canonical JSON (RFC 8785). The public key is:</p>
<p><code class="address">${key_list.public_key}</code></p>
<p>${formerKeys} See <a href="/ranking/keys.json">the list of keys</a>.</p>
<p>${counted} <a href="/verify.mjs">Download the verifier</a></p>
${
  weeks.length === 0
    ? html`<p>No ballots have been published yet. They will appear here when the first launch week ends.</p>`
    : html`<ul>${weeks.map((week) => html`<li><a href="/launches/${week}/ballots.json">Ballots of ${weekInSentence(week)}</a></li>`)}</ul>`
}
</div>`,
    };
  },
});

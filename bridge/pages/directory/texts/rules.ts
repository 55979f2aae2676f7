import { decisionGrounds } from "#db/schema/vocabulary.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import { redressElsewhere } from "#tools/moderation/shared/redress.ts";
import { definePage } from "../../frame/define-page.ts";
import { html } from "../../frame/html.ts";
import { listMargin } from "../lists/list-margin.ts";

/** The team's decision procedure (Regulation (EU) 2022/2065, articles 14(1), 16, 17 and 20). */
const procedure = [
  "Anyone can report a listing on its page, without an account. People who leave their email address receive a confirmation, and later the outcome, by email.",
  "A program checks published text and flags instructions to assistants, requests for votes, and names that imitate other products. The program changes nothing: a person reviews each flag and decides what to do.",
  "Every decision is made by a person, never by a program. The team can leave the listing as it is, ask the owners to fix it, decline to approve it, or suspend it.",
  "If a listing is suspended or not approved, we inform its owners by email and in their account. We state which rule applies, what the facts are, and how we learned of them. The owners can respond once within six months. A person then reads the response, decides again and informs the owners.",
  redressElsewhere,
] as const;

export const rulesPage = definePage({
  path: "/rules",
  name: "rules_page",
  audience: "everyone",
  indexed: true,
  maxAge: 300,
  async get(_ask, { site, urls }) {
    const rules = decisionGrounds.map((ground) => grounds[ground].rule);
    return {
      title: "Listing rules",
      text: ["# Listing rules", ...rules, "## How the team decides", ...procedure].join("\n\n"),
      description: `The listing rules of ${site.name} and how the team enforces them.`,
      canonical: `${urls.base}/rules`,
      margin: listMargin({ site, urls }),
      body: html`<h1>Listing rules</h1>
<div class="prose">
<p>These rules are part of the terms of ${site.name}.</p>
<ol>${rules.map((rule) => html`<li>${rule}</li>`)}</ol>
<h2>How the team decides</h2>
<ul>${procedure.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</div>`,
    };
  },
});

import { decisionGrounds } from "#db/schema/vocabulary.ts";
import { followedAfterDays, followedUnreportedDays } from "#tools/listings/shared/rules.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import { redressElsewhere } from "#tools/moderation/shared/redress.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { showsText } from "#tools/site/texts.ts";
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

const followedLinks = `Search engines may follow the “Visit” link of a listing that meets three conditions. Its owner is verified, it has been live for at least ${followedAfterDays} days, and the team upheld no report about it in the last ${followedUnreportedDays} days.`;
const otherLinks =
  "The badge does not affect this. Links of paid listings are always marked as sponsored, and all other links to websites are marked as nofollow.";

export const rulesPage = definePage({
  path: "/rules",
  name: "rules_page",
  audience: "everyone",
  menu: { in: "footer", label: "Rules", place: 6 },
  indexed: true,
  maxAge: 300,
  async get(_ask, { site, urls, runtime }) {
    const rules = decisionGrounds.map((ground) => grounds[ground].rule);
    const links = siteRules(site.settings).links.followed ? [followedLinks, otherLinks] : [];
    const hasTerms = showsText("terms", site.settings, runtime.isProduction);
    return {
      title: "Listing rules",
      text: [
        "# Listing rules",
        hasTerms && `These rules are part of the [terms](${urls.base}/terms) of ${site.name}.`,
        ...rules,
        "## How the team decides",
        ...procedure,
        ...(links.length > 0 ? ["## Links", ...links] : []),
      ]
        .filter(Boolean)
        .join("\n\n"),
      description: `The listing rules of ${site.name} and how the team enforces them.`,
      canonical: `${urls.base}/rules`,
      margin: listMargin({ site, urls }),
      body: html`<h1>Listing rules</h1>
<div class="prose">
${hasTerms && html`<p>These rules are part of the <a href="/terms">terms</a> of ${site.name}.</p>`}
<ol>${rules.map((rule) => html`<li>${rule}</li>`)}</ol>
<h2>How the team decides</h2>
<ul>${procedure.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${
  links.length > 0 &&
  html`<h2>Links</h2>
${links.map((sentence) => html`<p>${sentence}</p>`)}`
}
</div>`,
    };
  },
});

import { decisionGrounds } from "#db/schema/vocabulary.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import { redressElsewhere } from "#tools/moderation/shared/redress.ts";
import { html } from "../frame/html.ts";
import { publicPage } from "./public-page.ts";

/** How the team decides, a sentence each (Regulation (EU) 2022/2065, articles 14(1), 16, 17 and 20). */
const procedure = [
  "Everybody can report a listing on its page, without an account. Who leaves an address is told that the report arrived, and what came of it.",
  "A program looks through what is published for sentences that speak to assistants or ask for votes and for names that look like others, and marks them. It changes nothing: a person reads each mark and decides.",
  "A person decides, never a program: nothing comes of it, the owners are told what to mend, or the listing is not accepted or taken out of sight.",
  "The owners of a listing that is taken out of sight or not accepted are told by mail and on its page: the rule, the facts, how it came about. They can answer once, within half a year. A person reads the answer, decides anew and tells them.",
  redressElsewhere,
] as const;

/** `/rules`: what a listing has to keep to, and how the team decides. */
export const mountRules = publicPage({
  path: "/rules",
  name: "rules_page",
  maxAge: 300,
  async page(_ask, { site, urls }) {
    const rules = decisionGrounds.map((ground) => grounds[ground].rule);
    return {
      title: "Rules for listings",
      text: ["# Rules for listings", ...rules, "## How the team decides", ...procedure].join("\n\n"),
      description: `What a listing on ${site.name} has to keep to, and how its team decides where one does not.`,
      canonical: `${urls.base}/rules`,
      layout: "wide",
      body: html`<h1>Rules for listings</h1>
<div class="prose">
<p>They are part of the terms of ${site.name}.</p>
<ol>${rules.map((rule) => html`<li>${rule}</li>`)}</ol>
<h2>How the team decides</h2>
<ul>${procedure.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</div>`,
    };
  },
});

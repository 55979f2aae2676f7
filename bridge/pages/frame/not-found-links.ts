import { type Html, html } from "./html.ts";
import { searchForm } from "./search-form.ts";

/** Where people go on from a page that is not there: what they looked for, or where all begins. */
export const notFoundLinks = (site: {
  name: string;
}): Html => html`<p>It may have moved, or the address may have a slip in it. Search for what you came for:</p>
${searchForm(site, { id: "search", isMain: true })}
<p>Or go to <a href="/">the front page of ${site.name}</a>, <a href="/launches">the launch weeks</a> or <a href="/categories">all categories</a>.</p>`;

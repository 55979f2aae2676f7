import { answerFault } from "./answers.ts";
import { type Html, html } from "./html.ts";
import { searchForm } from "./search-form.ts";
import type { Visit } from "./visit.ts";

export const answerUnknown = async (visit: Visit): Promise<Response> =>
  answerFault(visit, { status: 404, title: "Page not found", more: notFoundLinks(visit.site) });

export const notFoundLinks = (site: {
  name: string;
}): Html => html`<p>The page may have moved, or the link may contain a typo. Search for a product:</p>
${searchForm(site, { id: "search", isMain: true })}
<p>Or go to the <a href="/">home page of ${site.name}</a>, <a href="/launches">all launch weeks</a>, <a href="/categories">all categories</a> or <a href="/docs">the documentation</a>.</p>`;

import { everyAnswer } from "../../http/server/plain-answer.ts";
import { answerFault } from "./answers.ts";
import { type Html, html } from "./html.ts";
import { searchForm } from "./search-form.ts";
import type { Visit } from "./visit.ts";

/** Serves the site's key for search engines at `/{key}.txt`, and the 404 page for every other path. */
export async function answerUnknown(visit: Visit): Promise<Response> {
  const { key } = visit.site.settings.indexNow ?? {};
  if (key && visit.url.pathname === `/${key}.txt`)
    return new Response(key, { headers: { ...everyAnswer, "content-type": "text/plain; charset=utf-8" } });
  return answerFault(visit, { status: 404, title: "Page not found", more: notFoundLinks(visit.site) });
}

export const notFoundLinks = (site: {
  name: string;
}): Html => html`<p>The page may have moved, or the link may contain a typo. Search for a product:</p>
${searchForm(site, { id: "search", isMain: true })}
<p>Or go to the <a href="/">home page of ${site.name}</a>, <a href="/launches">all launch weeks</a>, <a href="/categories">all categories</a> or <a href="/docs">the documentation</a>.</p>`;

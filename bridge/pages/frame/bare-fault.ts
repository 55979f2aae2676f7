import type { Problem } from "#tools/core/errors/errors.ts";
import { NoSite } from "../../http/server/runtime.ts";
import type { Assets } from "./assets.ts";
import { html } from "./html.ts";
import { pageDocument } from "./layout.ts";
import { pagePolicy } from "./shared-page.ts";

/** A page where not even a site's frame can be made: there is no site yet, or the database does not answer. */
export function bareFault(problem: Problem, requestId: string, assets: Assets): Response {
  const { status, detail, retryAfter } = problem;
  const { title, body } =
    problem instanceof NoSite
      ? noSite
      : {
          title: "This server cannot answer",
          body: html`${detail}</p>
<p>Load the page again in a moment, or go to <a href="/">the front page</a>.${!detail.includes(requestId) && html` If it stays, tell us about request ${requestId}.`}`,
        };
  const document = pageDocument(
    { title, layout: "narrow", body: html`<h1>${title}</h1>\n<p>${body}</p>` },
    { site: { name: "Slipway", settings: {} }, assets: { ...assets, script: null }, person: "anyone", path: "" },
  );
  return new Response(document, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy(),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    },
  });
}

const noSite = {
  title: "There is no site here yet",
  body: html`If you run this server, make one in its folder and load this page again:</p>
<p><code class="address">npx -y bun run admin site create main --name "My directory"</code></p>
<p>The command works on the database that <code>DATA_DIR</code> names, so it needs the same as the server. It may run beside it.`,
};

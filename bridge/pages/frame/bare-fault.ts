import type { Problem } from "#tools/core/errors/errors.ts";
import { NoSite } from "../../http/server/runtime.ts";
import { adminCommand } from "../../start/admin-command.ts";
import type { Assets } from "./assets.ts";
import { html } from "./html.ts";
import { pageDocument } from "./layout.ts";
import { pagePolicy } from "./shared-page.ts";

/** An error page without a site's frame, for when there is no site yet or the database does not respond. */
export function bareFault(problem: Problem, requestId: string, assets: Assets): Response {
  const { status, detail, retryAfter } = problem;
  const { title, body } =
    problem instanceof NoSite
      ? noSite
      : {
          title: "The server is not available",
          body: html`${detail}</p>
<p>Reload the page in a moment, or go to the <a href="/">home page</a>.${!detail.includes(requestId) && html` If this keeps happening, contact us with request ID ${requestId}.`}`,
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
  title: "No site yet",
  body: html`If this is your server, run this command in its folder to create a site. Then reload this page.</p>
<p><code class="address">${adminCommand} site create main --name "My directory"</code></p>
<p>Run the command with the same <code>DATA_DIR</code> as the server. You do not need to stop the server.`,
};

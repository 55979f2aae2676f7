import type { Problem } from "#tools/core/errors/errors.ts";
import submitListing from "#tools/drafts/submit-listing.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";
import { signInPath, type Visit } from "../frame/visit.ts";
import { nextStepLink } from "./next-step-link.ts";

const maxAddressLength = 2000;

/** `/submit`: a product's address, from which a draft is made. Whoever is not signed in comes back with it. */
export const submitPage = definePage({
  path: "/submit",
  name: "submit",
  audience: "everyone",
  async get(visit) {
    return render(visit, (visit.url.searchParams.get("url") ?? "").slice(0, maxAddressLength));
  },

  async post(visit, form) {
    const url = form.text("url");
    // What is longer would make an address that no server takes.
    if (!visit.account)
      return answerRedirect(
        visit,
        signInPath(`/submit?${new URLSearchParams({ url: url.slice(0, maxAddressLength) })}`),
      );
    const { output, errors, refusal } = await attempt(visit.call(submitListing, { url }), {
      url: { label: "Address" },
    });
    if (output) return answerRedirect(visit, `/account/drafts/${output.id}`);
    return render(visit, url, errors ?? { url: refusal!.detail }, refusal);
  },
});

function render(visit: Visit, url: string, errors: FieldErrors = {}, refusal?: Problem): Response {
  const ways = refusal?.nextActions.map(nextStepLink).filter(Boolean) ?? [];
  return answerPage(visit, {
    title: "Submit a product",
    layout: "narrow",
    refusal,
    errors,
    body: html`${ways.map((way) => html`<p class="aside">${way}</p>`)}
<h1>Submit a product</h1>
<p class="lead">We read its website and write a draft of the listing. You correct it, and nothing is public before you say so.</p>
<div class="card">
${pageForm(
  visit,
  "/submit",
  html`${textField({
    name: "url",
    label: "Address of the product",
    type: "url",
    value: url,
    hint: "Its home page, such as example.com.",
    error: errors.url,
    autocomplete: "url",
  })}
<div class="actions stacked"><button class="primary">Read the site</button></div>`,
)}
${!visit.account && html`<p class="hint">You sign in, or make an account, on the next page.</p>`}
</div>
<p class="hint">An assistant can do this for you too: give it the address of ${visit.site.name} as a remote MCP server, <code>${siteUrls(visit.runtime, visit.site).mcp}</code>.</p>`,
  });
}

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

const maxUrlLength = 2000;

export const submitPage = definePage({
  path: "/submit",
  name: "submit",
  audience: "everyone",
  get: async (visit) => render(visit, (visit.url.searchParams.get("url") ?? "").slice(0, maxUrlLength)),

  async post(visit, form) {
    const url = form.text("url");
    // A longer URL would make the sign-in page's own URL too long.
    const query = new URLSearchParams({ url: url.slice(0, maxUrlLength) });
    if (!visit.account) return answerRedirect(visit, signInPath(`/submit?${query}`));
    const { output, errors, refusal } = await attempt(visit.call(submitListing, { url }), {
      url: { label: "The product URL" },
    });
    if (output) return answerRedirect(visit, `/account/drafts/${output.id}`);
    return render(visit, url, errors ?? { url: refusal!.detail }, refusal);
  },
});

function render(visit: Visit, url: string, errors: FieldErrors = {}, refusal?: Problem): Response {
  const nextSteps = refusal?.nextActions.map(nextStepLink).filter(Boolean) ?? [];
  return answerPage(visit, {
    title: "Submit a product",
    layout: "narrow",
    refusal,
    errors,
    body: html`${nextSteps.map((link) => html`<p class="aside">${link}</p>`)}
<h1>Submit a product</h1>
<p class="lead">We will read the product's website and write a draft of its listing. You can then edit the draft. Nothing will become public until you say so.</p>
<div class="card">
${pageForm(
  visit,
  "/submit",
  html`${textField({
    name: "url",
    label: "Product URL",
    type: "url",
    value: url,
    hint: "The product's home page, such as example.com.",
    error: errors.url,
    autocomplete: "url",
  })}
<div class="actions stacked"><button class="primary">Create draft</button></div>`,
)}
${!visit.account && html`<p class="hint">On the next page, you can sign in or create an account.</p>`}
</div>
<p class="hint">Your assistant can also submit products. Add ${visit.site.name} to the assistant as an MCP server: <code>${siteUrls(visit.runtime, visit.site).mcp}</code></p>`,
  });
}

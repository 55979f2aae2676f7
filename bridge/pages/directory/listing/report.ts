import { reportKinds } from "#db/schema/vocabulary.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import reportListing from "#tools/moderation/reports/report-listing.ts";
import { maxSentenceLength, reportWords } from "#tools/moderation/reports/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { choices, type FieldErrors, textArea, textField } from "../../frame/fields.ts";
import { html } from "../../frame/html.ts";
import { submit } from "../../frame/submit.ts";
import { noticeOf, type Visit } from "../../frame/visit.ts";
import { slugOf } from "./listing-path.ts";

// A honeypot: people cannot see or reach this field, but form bots fill it in.
const trap = "homepage";

const notices = { reported: "Thank you for your report. The team will review it." };

export const reportPage = definePage({
  path: "/listings/:slug/report",
  name: "report",
  audience: "everyone",
  get: (visit) => render(visit, { kind: "", sentence: "", email: "" }, {}),

  async post(visit, form) {
    const done = `${visit.url.pathname}?done=reported`;
    if (form.text(trap) !== "") return answerRedirect(visit, done);
    const typed = { kind: form.text("kind"), sentence: form.text("sentence"), email: form.text("email") };
    const { errors } = await submit(visit.call(reportListing, { slug: slugOf(visit), ...typed }), {
      kind: { says: "Choose a reason." },
      sentence: { label: "Your description" },
      email: { label: "The email address" },
    });
    return errors ? render(visit, typed, errors) : answerRedirect(visit, done);
  },
});

interface Typed {
  kind: string;
  sentence: string;
  email: string;
}

async function render(visit: Visit, typed: Typed, errors: FieldErrors): Promise<Response> {
  const { slug, name } = await visit.call(getListing, { slug: slugOf(visit) });
  const fields = html`${choices({
    name: "kind",
    type: "radio",
    label: "What is wrong with this listing?",
    options: reportKinds.map((value) => ({ value, label: reportWords[value] })),
    chosen: [typed.kind],
    error: errors.kind,
  })}
${textArea({ name: "sentence", label: "Description", hint: "Required for “Something else”, and helpful for the other reasons.", value: typed.sentence, rows: 3, maxlength: maxSentenceLength, error: errors.sentence })}
${textField({ name: "email", label: "Your email address (optional)", hint: "We will confirm your report, send you the outcome and then delete your email address.", type: "email", autocomplete: "email", value: typed.email, maxlength: 254, error: errors.email })}
<div class="hidden" aria-hidden="true"><label for="${trap}">Leave this field empty</label><input id="${trap}" name="${trap}" tabindex="-1" autocomplete="off"></div>
<div class="actions"><button class="primary">Send report</button></div>`;
  const isSent = visit.url.searchParams.get("done") === "reported";
  return answerPage(visit, {
    title: `Report ${name}`,
    layout: "narrow",
    notice: noticeOf(visit, notices),
    errors,
    headers: { "x-robots-tag": "noindex" },
    body: html`<h1>Report ${name}</h1>
${
  isSent
    ? html`<p class="lead">The team checks the listing against your report. Then it asks the owners to fix the listing, removes the listing, or closes the report if nothing is wrong. If you entered your email address, we will send you the outcome.</p>
<div class="actions"><a class="button" href="/listings/${slug}">Back to ${name}</a></div>`
    : html`<p class="lead">The ${visit.site.name} team reads every report and decides what to do. You do not need an account, and we never tell the owners who reported their listing. See the <a href="/rules">listing rules</a>.</p>
<div class="card">${pageForm(visit, `/listings/${slug}/report`, fields)}</div>
<ul class="links" role="list"><li><a href="/listings/${slug}">Back to ${name}</a></li></ul>`
}`,
  });
}

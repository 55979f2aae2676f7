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

// People neither see it nor reach it; what fills in every field of every form does.
const trap = "homepage";

const notices = { reported: "Thank you. The team looks at it." };

/** `/listings/{slug}/report`: says to the team what is wrong with a listing, without an account. */
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
      kind: { says: "Choose what is wrong." },
      sentence: { label: "What you say" },
      email: { label: "The email" },
    });
    return errors ? render(visit, typed, errors) : answerRedirect(visit, done);
  },
});

const slugOf = ({ url }: Visit) => url.pathname.split("/")[2]!;

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
    label: "What is wrong?",
    options: reportKinds.map((value) => ({ value, label: reportWords[value] })),
    chosen: [typed.kind],
    error: errors.kind,
  })}
${textArea({ name: "sentence", label: "In a sentence", hint: "Needed for something else; it helps with the others.", value: typed.sentence, rows: 3, maxlength: maxSentenceLength, error: errors.sentence })}
${textField({ name: "email", label: "Your email, if you want to be told what comes of it", hint: "It is used for that alone, and forgotten then.", type: "email", autocomplete: "email", value: typed.email, maxlength: 254, error: errors.email })}
<div class="hidden" aria-hidden="true"><label for="${trap}">Leave this empty</label><input id="${trap}" name="${trap}" tabindex="-1" autocomplete="off"></div>
<div class="actions"><button class="primary">Report it</button></div>`;
  return answerPage(visit, {
    title: `Report ${name}`,
    layout: "narrow",
    notice: noticeOf(visit, notices),
    errors,
    headers: { "x-robots-tag": "noindex" },
    body: html`<h1>Report ${name}</h1>
<p class="lead">The team of ${visit.site.name} reads it and decides. You need no account, and whoever owns the listing is not told who reported it. <a href="/rules">Rules for listings</a></p>
<div class="card">${pageForm(visit, `/listings/${slug}/report`, fields)}</div>
<ul class="links" role="list"><li><a href="/listings/${slug}">Back to ${name}</a></li></ul>`,
  });
}

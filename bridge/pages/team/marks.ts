import decideMark from "#tools/moderation/texts/decide-mark.ts";
import listMarks, { type MarkRecord } from "#tools/moderation/texts/list-marks.ts";
import { markWords } from "#tools/moderation/texts/rules.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { errorSummary, hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/mount.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf } from "../frame/visit.ts";
import { type Came, decisionFields, type Refused, whatCame } from "./deciding.ts";
import { pageLinks, pageOf } from "./page-links.ts";
import { answerTeam, teamPage } from "./team-page.ts";

const path = "/team/marks";
const notices = {
  told: "The owners are told, and the mark is decided.",
  dismissed: "Nothing is wrong with it; this sentence is not marked again.",
};

/** `/team/marks`: sentences in published texts that speak to assistants or ask for votes, and names that look like others, with a form each. */
export const marksPage = teamPage(path, "team_marks", {
  get: (visit) => render(visit),

  async post(visit, form) {
    const markId = Number(form.text("mark_id"));
    const outcome = form.text("outcome") as "told" | "dismissed";
    const input = { mark_id: markId, outcome, reason: form.text("reason") };
    const came = await whatCame(form, String(markId), visit.call(decideMark, input));
    return came ? render(visit, came) : answerRedirect(visit, `${path}?done=${outcome}`);
  },
});

async function render(visit: SignedInVisit, { refused, note, status }: Came = {}): Promise<Response> {
  const page = pageOf(visit);
  const { items, has_more } = await visit.call(listMarks, { page });
  const decided = await visit.call(listMarks, { is_open: false, per_page: 20 });
  return answerTeam(visit, {
    title: "Marked texts",
    status,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`${note}${refused && errorSummary(refused.errors)}
<h1>Marked texts</h1>
<p class="lead">Sentences that speak to assistants or ask for votes, and names that look like the name of an older listing. A program finds them within ten minutes. They stay public until you decide. A mark disappears when its sentence is removed.</p>
${items.length === 0 ? html`<p class="empty">Nothing is marked.</p>` : items.map((mark) => openMark(visit, mark, refused))}
${pageLinks(visit, page, has_more)}
${
  decided.items.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="plain-list">${decided.items.map(
    (mark) =>
      html`<li>${place(mark)}, ${timeOf(mark.decided_at!)}: ${outcomeWords[mark.outcome!]}. ${mark.reason}<p class="said">${mark.sentence}</p></li>`,
  )}</ul></section>`
}`,
  });
}

const outcomeWords = {
  decided: "suspended or rejected",
  told: "the owners were told",
  dismissed: "nothing is wrong",
  gone: "the sentence is gone",
};

const pathOf = ({ source, slug }: MarkRecord) => (source === "post" ? `/blog/${slug}` : `/team/listings/${slug}`);
const place = (mark: MarkRecord): Html => html`<a href="${pathOf(mark)}">${mark.name}</a>, ${mark.field}`;

function openMark(visit: SignedInVisit, mark: MarkRecord, refused?: Refused): Html {
  const { mark_id: id, source, slug, name, kind, field, sentence, found_at } = mark;
  return html`<section class="card" aria-labelledby="mark-${id}">
<h2 id="mark-${id}"><a href="${pathOf(mark)}">${name}</a> <span class="tag">${markWords[kind]}</span></h2>
<p class="hint">${field}, ${timeOf(found_at)}</p>
<p class="said">${sentence}</p>
${pageForm(
  visit,
  path,
  html`${hiddenField("mark_id", String(id))}
${decisionFields(
  String(id),
  [
    ...(source === "listing" ? [{ value: "told", label: "The owners are told to change it" }] : []),
    { value: "dismissed", label: "Nothing is wrong" },
  ],
  "The owners read it where they are told.",
  refused,
)}
<div class="actions"><button class="primary" aria-label="Decide about the text of ${name}">Decide</button>${source === "listing" && html` <a class="button" href="/team/listings/${slug}">Suspend it instead</a>`}</div>`,
)}
</section>
`;
}

import decideFlag from "#tools/moderation/texts/decide-flag.ts";
import listFlags, { type FlagRecord } from "#tools/moderation/texts/list-flags.ts";
import { flagWords } from "#tools/moderation/texts/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import {
  type DecisionFailure,
  decidedSection,
  decisionFailure,
  decisionFields,
  outcomeWords,
  type Refused,
} from "./deciding.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/marks";
const notices = {
  told: "We have notified any owners and closed the flag.",
  dismissed: "Flag closed. This sentence will not be flagged again.",
};

export const flagsPage = definePage({
  path,
  name: "team_marks",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Flagged text", place: 5 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const flagId = Number(form.text("flag_id"));
    const outcome = form.text("outcome") as "told" | "dismissed";
    const input = { flag_id: flagId, outcome, reason: form.text("reason") };
    const failure = await decisionFailure(form, String(flagId), visit.call(decideFlag, input));
    return failure ? render(visit, failure) : answerRedirect(visit, `${path}?done=${outcome}`);
  },
});

async function render(visit: SignedInVisit, { refused, refusal }: DecisionFailure = {}): Promise<Response> {
  const page = pageOf(visit);
  const { items, has_more } = await visit.call(listFlags, { page });
  const decided = await visit.call(listFlags, { is_open: false, per_page: 20 });
  return answerPage(visit, {
    title: "Flagged text",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<h1>Flagged text</h1>
<p class="lead">Sentences that address assistants or ask for votes, and names that resemble those of older listings. Slipway finds such text within ten minutes. The text stays public until you decide. A flag disappears when its sentence is removed.</p>
${items.length === 0 ? html`<p class="empty">There are no open flags. Slipway checks changed text every ten minutes.</p>` : items.map((flag) => openFlag(visit, flag, refused))}
${pageLinks(visit, page, has_more)}
${decidedSection(
  decided.items.map(
    (flag) =>
      html`<li>${place(flag)}, ${timeOf(flag.decided_at!)}: ${flagOutcomes[flag.outcome!]}. ${flag.reason}<p class="said">${flag.sentence}</p></li>`,
  ),
)}`,
  });
}

const flagOutcomes = { ...outcomeWords, gone: "the sentence was removed" };

const pathOf = ({ source, slug }: FlagRecord) => (source === "post" ? `/blog/${slug}` : `/team/listings/${slug}`);
const place = (flag: FlagRecord): Html => html`<a href="${pathOf(flag)}">${flag.name}</a>, ${flag.field}`;

function openFlag(visit: SignedInVisit, flag: FlagRecord, refused?: Refused): Html {
  const { flag_id: id, source, slug, name, kind, field, sentence, found_at } = flag;
  return html`<section class="card" aria-labelledby="flag-${id}">
<h2 id="flag-${id}"><a href="${pathOf(flag)}">${name}</a> <span class="tag">${flagWords[kind]}</span></h2>
<p class="hint">${field}, ${timeOf(found_at)}</p>
<p class="said">${sentence}</p>
${pageForm(
  visit,
  path,
  html`${hiddenField("flag_id", String(id))}
${decisionFields(
  String(id),
  [
    ...(source === "listing" ? [{ value: "told", label: "Ask the owners to change the text" }] : []),
    { value: "dismissed", label: "Nothing is wrong" },
  ],
  "If you notify the owners, they will receive this reason.",
  refused,
)}
<div class="actions"><button class="primary" aria-label="Close flag: ${name}">Close flag</button>${source === "listing" && html` <a class="button" href="/team/listings/${slug}">Suspend instead</a>`}</div>`,
)}
</section>
`;
}

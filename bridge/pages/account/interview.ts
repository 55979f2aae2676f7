import { lookup } from "#db/values/lookup.ts";
import getAccount from "#tools/account/get-account.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import listInterviewQuestions from "#tools/founders/list-interview-questions.ts";
import answerInterview from "#tools/listings/owner/answer-interview.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage, type ItemOf } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { founderLink } from "./founder-link.ts";

// The form accepts longer texts than the operation does. The operation's error then says by how much one is too long.
const maxTypedLength = 8000;

export const interviewPage = definePage({
  path: "/account/interview",
  name: "interview",
  audience: "account",
  menu: { in: "account", label: "Interview", place: 2.5 },
  maxFileBytes: 1024 * 1024,

  get: async (visit) => render(visit, await interviewOf(visit)),

  async post(visit, form) {
    const interview = await interviewOf(visit);
    // A text that was not edited must not replace an answer that an assistant has saved since the page was loaded.
    const isEdited = ({ name }: { name: string }) =>
      form.all(name).length > 0 && markOf(form.text(name)) !== form.text(`${name}-loaded`);
    const typed = interview.questions.map((one) => (isEdited(one) ? { ...one, answer: form.text(one.name) } : one));
    const edited = typed.filter(isEdited);
    const answers = edited.map(({ id, answer }) => ({ question_id: id, answer }));
    const fields = edited.map(({ name }, i) => [`answers.${i}`, { in: name, label: "This answer" }]);
    const { errors, refusal } = await attempt(visit.call(answerInterview, { answers }), Object.fromEntries(fields));
    if (errors || refusal) return render(visit, { ...interview, questions: typed }, errors, refusal);
    return answerRedirect(visit, "/account/interview?done=saved");
  },
});

interface Interview {
  questions: (ItemOf<typeof listInterviewQuestions> & { name: string; saved: string; answer: string })[];
  /** Slug of the account's founder page. */
  slug: string | null;
}

async function interviewOf(visit: SignedInVisit): Promise<Interview> {
  const { items } = await visit.call(listInterviewQuestions, { per_page: maxPerPage });
  const { interview, founder } = await visit.call(getAccount, {});
  const questions = items.map((question) => {
    const saved = interview.find(({ question_id }) => question_id === question.id)?.answer ?? "";
    return { ...question, name: `answer-${question.id}`, saved, answer: saved };
  });
  return { questions, slug: founder.slug };
}

const markOf = (text: string): string => Bun.hash(text).toString(36);

async function render(
  visit: SignedInVisit,
  { questions, slug }: Interview,
  errors: FieldErrors = {},
  refusal?: Problem,
): Promise<Response> {
  const open = questions.filter(({ required, saved }) => required && saved === "").length;
  const fields = questions.map(({ name, question, help, required, saved, answer }) => [
    textArea({
      name,
      label: `${question}${required ? " (required)" : ""}`,
      hint: help,
      rows: 4,
      maxlength: maxTypedLength,
      value: answer,
      error: lookup(errors, name),
    }),
    hiddenField(`${name}-loaded`, markOf(saved)),
  ]);
  return answerPage(visit, {
    title: "Interview",
    layout: "signed-in",
    notice: noticeOf(visit, { saved: "Answers saved." }),
    errors,
    refusal,
    body: html`<h1>Interview</h1>
<p class="lead">Your answers appear on your founder page. To remove an answer, empty its field.</p>
${
  questions.length === 0
    ? html`<p class="empty">${visit.site.name} asks founders no questions at the moment. <a href="/account/profile">Edit your founder profile</a></p>`
    : html`<p>${questions.filter(({ saved }) => saved !== "").length} of ${questions.length} questions answered${open > 0 && `. Your founder page lacks ${open} required ${open === 1 ? "answer" : "answers"}, but a launch does not need ${open === 1 ? "it" : "them"}`}. ${await founderLink(visit, slug)}</p>
<div class="card">${pageForm(
        visit,
        "/account/interview",
        html`${fields}
<div class="actions sticky"><button class="primary">Save answers</button></div>`,
        { multipart: true },
      )}</div>`
}`,
  });
}

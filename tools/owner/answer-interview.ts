import * as z from "zod";
import { accountById } from "../../db/queries/accounts.ts";
import type { Subject } from "../../db/queries/changes.ts";
import { beginProfile } from "../../db/queries/founder-profile.ts";
import {
  type AnswerRow,
  interviewQuestionsOf,
  ownInterview,
  type QuestionRow,
  saveAnswer,
} from "../../db/queries/interview.ts";
import type { Tx } from "../../db/store.ts";
import { accountOf, type CallContext } from "../core/context.ts";
import { defineTool } from "../core/define.ts";
import { differences } from "../core/differences.ts";
import { type FieldError, Problem } from "../core/errors.ts";
import { line, paragraphs } from "../core/fields.ts";
import { lines } from "../core/text.ts";
import { slugFix } from "../core/unknown-slug.ts";
import { interviewAnswer, interviewLines } from "../founders/records.ts";

const most = { answers: 100, answer: 2000 };

export default defineTool({
  name: "answer_interview",
  title: "Answer the founder interview",
  description:
    "Answers the founder interview (list_interview_questions) on the account's founder profile, which is begun where there is none. Only the questions sent change. The words have to be the person's own: ask, do not invent.",
  family: "My listings",
  rest: { method: "PUT", path: "/me/interview" },
  scopes: ["listings:write"],
  effect: "write",
  consequence: "publish",
  isIdempotent: true,
  openWorld: "Publishes the answers on the founder's public page.",
  destructive: "Replaces the answers that are sent, of which no earlier version is kept.",
  errors: ["state_conflict"],
  input: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          question_id: line(120).meta({ description: "As in list_interview_questions", example: "first-user" }),
          answer: paragraphs(most.answer).meta({
            description: `Plain text, up to ${most.answer} characters; empty removes the answer`,
            example: "A harbour master whom I had sold a boat.",
          }),
        }),
      )
      .min(1)
      .max(most.answers)
      .describe("The answers to change"),
  }),
  output: z
    .strictObject({
      interview: z.array(interviewAnswer),
      remaining: z
        .array(z.strictObject({ question_id: z.string(), question: z.string() }))
        .describe("Required questions without an answer"),
    })
    .meta({ id: "Interview" }),
  examples: [{ answers: [{ question_id: "daily-tools", answer: "A pencil, a tide table and a text editor." }] }],
  async run(context, { answers }) {
    const { read, site } = context;
    const questions = await interviewQuestionsOf(read, site.id);
    requireKnown(answers, questions);
    return async (tx, record) => {
      const { founderId, subjects } = await ownFounder(tx, context);
      const owner = { founderId, isTest: accountOf(context).isTest };
      const answered = () => ownInterview(tx, site.id, founderId, owner.isTest);
      const was = byQuestion(await answered());
      const { before, after } = differences({ ...emptyOf(answers), ...was }, { ...was, ...byQuestion(answers) });
      for (const [question_id, answer] of Object.entries(after))
        await saveAnswer(tx, owner, { question_id, answer: String(answer) }, context.now);
      if (Object.keys(after).length > 0 || subjects.length > 1) record({ subjects, before, after });
      const interview = await answered();
      const done = new Set(interview.map(({ question_id }) => question_id));
      const open = questions.filter(({ id, required }) => required && !done.has(id));
      return { interview, remaining: open.map(({ id, question }) => ({ question_id: id, question })) };
    };
  },
  text: ({ interview, remaining }) =>
    lines(
      interviewLines(interview),
      remaining.length === 0
        ? "Every required question is answered."
        : remaining.map(({ question_id, question }) => `Required and open: ${question_id}: ${question}`),
    ),
});

const byQuestion = (answers: AnswerRow[]): Record<string, string> =>
  Object.fromEntries(answers.map(({ question_id, answer }) => [question_id, answer]));
const emptyOf = (answers: AnswerRow[]): Record<string, string> =>
  byQuestion(answers.map(({ question_id }) => ({ question_id, answer: "" })));

/** Throws 422 for questions the site does not ask, and for those that are answered twice in a call. */
function requireKnown(answers: AnswerRow[], questions: QuestionRow[]): void {
  const ids = questions.map(({ id }) => id);
  const errors = answers.flatMap(({ question_id }, position): FieldError[] => {
    const field = `answers.${position}.question_id`;
    if (!ids.includes(question_id))
      return [
        {
          field,
          code: "unknown_question",
          message: `"${question_id}" is not a question of this site`,
          ...slugFix(question_id, ids, "Take an id from list_interview_questions."),
        },
      ];
    const isRepeated = answers.findIndex((other) => other.question_id === question_id) < position;
    const fix = "Send each question once.";
    return isRepeated ? [{ field, code: "repeated", message: `answers "${question_id}" again`, fix }] : [];
  });
  if (errors.length > 0)
    throw new Problem("validation_failed", `${errors[0]!.field} ${errors[0]!.message}.`, {
      errors,
      nextActions: [{ tool: "list_interview_questions", why: "See the questions with their ids.", who: "agent" }],
    });
}

/** The founder profile that answers, and what a change of it is recorded under. */
async function ownFounder(
  tx: Tx,
  context: CallContext,
): Promise<{ founderId: number; subjects: [Subject, ...Subject[]] }> {
  const { urls, now } = context;
  const { accountId } = accountOf(context);
  const hadProfile = (await accountById(tx, accountId))!.founderId !== null;
  const founderId = await beginProfile(tx, accountId, now);
  if (founderId === null)
    throw new Problem("state_conflict", "The account has no name, so there is no founder to answer yet.", {
      nextActions: [
        { why: "Begin the founder profile with a name.", who: "human", url: `${urls.base}/account/profile` },
      ],
    });
  const subject: Subject = `founder:${founderId}`;
  return { founderId, subjects: hadProfile ? [subject] : [subject, `account:${accountId}`] };
}

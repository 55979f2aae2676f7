import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { beginProfile } from "#db/queries/founders/founder-profile.ts";
import {
  type AnswerRow,
  interviewQuestionsOf,
  ownInterview,
  type QuestionRow,
  saveAnswer,
} from "#db/queries/listings/interview.ts";
import { slugFix } from "../../core/calls/unknown-slug.ts";
import { type FieldError, requireValid } from "../../core/errors/errors.ts";
import { line, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { differences } from "../../core/operations/differences.ts";
import { lines, wouldBe } from "../../core/text/text.ts";
import { interviewAnswer } from "../../founders/shared/records.ts";
import { changeText, replacedTexts, textChange } from "../edits/text-changes.ts";

const remaining = z
  .array(z.strictObject({ question_id: z.string(), question: z.string() }))
  .describe("Required questions that have no answer yet");

const most = { answers: 100, answer: 2000 };

export default defineTool({
  name: "answer_interview",
  title: "Answer the founder interview",
  description:
    "Saves founder interview answers in the account's founder profile, which it creates if needed. Ask for the user's own words; do not invent any. Find the questions with list_interview_questions. Only the answers you send change. Returns which questions are answered and which required ones are still open.",
  family: "My listings",
  rest: { method: "PUT", path: "/me/interview" },
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  isIdempotent: true,
  openWorld: "Publishes the answers on the founder's public page.",
  destructive: "Replaces the answers to the given questions. Earlier versions are not kept.",
  errors: [],
  input: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          question_id: line(120).meta({ description: "Id from list_interview_questions", example: "first-user" }),
          answer: paragraphs(most.answer).meta({
            description: `Plain text, up to ${most.answer} characters; empty text removes the answer`,
            example: "A harbour master to whom I had sold a boat.",
          }),
        }),
      )
      .max(most.answers)
      .describe("Answers to change; an empty list changes nothing"),
  }),
  output: z
    .strictObject({
      interview: z.array(interviewAnswer),
      remaining,
      changes: z.array(textChange).describe("By question, cut to the parts that differ"),
    })
    .meta({ id: "Interview" }),
  examples: [{ answers: [{ question_id: "daily-tools", answer: "A pencil, a tide table and a text editor." }] }],
  async run(context, { answers }) {
    const { read, site } = context;
    const questions = await interviewQuestionsOf(read, site.id);
    requireKnown(answers, questions);
    return async (tx, record) => {
      const { accountId, isTest } = accountOf(context);
      const known = (await accountById(tx, accountId))!.founderId;
      if (known === null && answers.length === 0) return { ...interviewWith([], questions), changes: [] };
      const founderId = known ?? (await beginProfile(tx, accountId, context.now));
      const owner = { founderId, isTest };
      const answered = () => ownInterview(tx, site.id, founderId, isTest);
      const was = byQuestion(await answered());
      const { before, after } = differences({ ...byQuestion(answers, ""), ...was }, { ...was, ...byQuestion(answers) });
      for (const [question_id, answer] of Object.entries(after))
        await saveAnswer(tx, owner, { question_id, answer: String(answer) }, context.now);
      const account: Subject[] = known === null ? [`account:${accountId}`] : [];
      if (Object.keys(after).length + account.length > 0)
        record({ subjects: [`founder:${founderId}`, ...account], before, after });
      return { ...interviewWith(await answered(), questions), changes: replacedTexts(before, after) };
    };
  },
  brief: {
    output: z.strictObject({
      interview: z.array(interviewAnswer.pick({ question_id: true })),
      remaining,
      changes: z.array(textChange),
    }),
    from: ({ interview, remaining, changes }) => ({
      interview: interview.map(({ question_id }) => ({ question_id })),
      remaining,
      changes,
    }),
  },
  text: ({ interview, remaining, changes, ...rest }) =>
    lines(
      `Answered questions ${wouldBe(rest, "are", "would be")}: ${idsOf(interview).join(", ") || "none"}. get_account returns the answers.`,
      wouldBe(rest, [], changes.map(changeText)),
      remaining.length === 0
        ? `All required questions ${wouldBe(rest, "are", "would be")} answered.`
        : remaining.map(({ question_id, question }) => `Required, not answered: ${question_id}: ${question}`),
    ),
});

const idsOf = (interview: AnswerRow[]): string[] => interview.map(({ question_id }) => question_id);

function interviewWith(interview: AnswerRow[], questions: QuestionRow[]) {
  const done = new Set(interview.map(({ question_id }) => question_id));
  const open = questions.filter(({ id, required }) => required && !done.has(id));
  return { interview, remaining: open.map(({ id, question }) => ({ question_id: id, question })) };
}

const byQuestion = (answers: AnswerRow[], text?: string): Record<string, string> =>
  Object.fromEntries(answers.map(({ question_id, answer }) => [question_id, text ?? answer]));

/** Throws 422 for unknown questions and for questions that are answered twice. */
function requireKnown(answers: AnswerRow[], questions: QuestionRow[]): void {
  const ids = questions.map(({ id }) => id);
  const errors = answers.flatMap(({ question_id }, position): FieldError[] => {
    const field = `answers.${position}.question_id`;
    if (!ids.includes(question_id)) {
      const message = `"${question_id}" is not one of this site's questions`;
      const fix = slugFix(question_id, ids, "Use an id from list_interview_questions.");
      return [{ field, code: "unknown_question", message, ...fix }];
    }
    const isRepeated = answers.findIndex((other) => other.question_id === question_id) < position;
    const fix = "Send each question once.";
    return isRepeated ? [{ field, code: "repeated", message: `repeats "${question_id}"`, fix }] : [];
  });
  requireValid(errors, [{ tool: "list_interview_questions", why: "See the questions with their ids.", who: "agent" }]);
}

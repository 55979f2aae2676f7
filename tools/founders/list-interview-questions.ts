import * as z from "zod";
import { interviewQuestionsOf } from "#db/queries/listings/interview.ts";
import { pageInput, pageLine, pageOf, pageOfAll } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { facts, lines } from "../core/text/text.ts";

const question = z
  .strictObject({
    id: z.string().describe("Stable name of the question"),
    question: z.string(),
    help: z.string(),
    required: z.boolean(),
  })
  .meta({ id: "InterviewQuestion" });

export default defineTool({
  name: "list_interview_questions",
  title: "List interview questions",
  description:
    "Returns this site's founder interview questions, in order, and whether each is required. Use it to help the user prepare answers.",
  family: "Founders",
  rest: { method: "GET", path: "/interview-questions" },
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject(pageInput),
  output: pageOf(question).meta({ id: "InterviewQuestionList" }),
  examples: [{}],
  maxAge: 300,
  async run({ read, site }, page) {
    return pageOfAll(await interviewQuestionsOf(read, site.id), page);
  },
  text: (found) =>
    lines(
      pageLine(found, "This site has no interview questions."),
      found.items.map(({ id, question, help, required }) => facts(`${id}: ${question}`, required && "required", help)),
    ),
});

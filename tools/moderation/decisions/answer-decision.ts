import * as z from "zod";
import { saveAnswer, standingDecision } from "#db/queries/moderation/decisions.ts";
import { Problem } from "../../core/errors/errors.ts";
import { filled, paragraphs } from "../../core/input/fields.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { listingId, listingOf } from "../../listings/shared/own-listing.ts";
import { answerUntil } from "../shared/redress.ts";
import { maxAnswerLength } from "./rules.ts";

export default defineOperation({
  name: "answer_decision",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, answer: filled(paragraphs(maxAnswerLength)) }),
  output: z.strictObject({ listing_id: z.int() }),
  async run(context, { listing_id, answer }) {
    const { now } = context;
    return async (tx, record) => {
      const { name } = await listingOf(tx, context, listing_id);
      const decision = await standingDecision(tx, listing_id);
      if (!decision) throw new Problem("state_conflict", `There is no decision about ${name} that you can respond to.`);
      if (decision.answer !== null)
        throw new Problem("state_conflict", "This decision already has an answer. You can answer only once.");
      if (now > answerUntil(decision.decidedAt))
        throw new Problem("state_conflict", "The deadline for an answer to this decision has passed.");
      await saveAnswer(tx, decision.id, answer, accountOf(context).accountId, now);
      record({ subjects: [`listing:${listing_id}`], after: { answer } });
      return { listing_id };
    };
  },
});

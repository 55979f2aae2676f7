import * as z from "zod";
import type { Decision } from "#db/queries/moderation/decisions.ts";
import { decisionGrounds } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { lines, quoted } from "../../core/text/text.ts";
import { answerUntil, groundSentence, origins, redress } from "../decisions/rules.ts";
import { redressElsewhere } from "./redress.ts";

/** A statement of reasons: what was decided, on which ground and facts, how it came about, and what can be done. */
export const decisionRecord = z
  .strictObject({
    decided_at: time,
    ground: z.enum(decisionGrounds),
    rule: z.string(),
    facts: z.string(),
    origin: z.string(),
    redress: z.array(z.string()),
    answer_until: time,
    answer: z.string().nullable(),
    answered_at: time.nullable(),
    reply: z.string().nullable(),
  })
  .meta({ id: "Decision" });
export type DecisionRecord = z.output<typeof decisionRecord>;

/** A decision as the owners of the listing read it. */
export const toDecision = (decision: Decision): DecisionRecord => ({
  decided_at: decision.decidedAt,
  ground: decision.ground,
  rule: groundSentence(decision),
  facts: decision.facts,
  origin: origins[decision.origin],
  redress: decision.answer === null ? redress(decision.decidedAt) : [redressElsewhere],
  answer_until: answerUntil(decision.decidedAt).toISOString(),
  answer: decision.answer,
  answered_at: decision.answeredAt,
  reply: decision.outcomeReason,
});

/** The statement in lines. */
export function decisionText(decision: DecisionRecord): string {
  const { decided_at, rule, facts, origin, redress, answer, answered_at, reply } = decision;
  return lines(
    `The team decided ${decided_at}. ${rule}`,
    "On these facts:",
    quoted(facts),
    origin,
    redress,
    answer !== null && `Answered ${answered_at}${reply === null ? "; the team has not replied yet" : ""}:`,
    answer !== null && quoted(answer),
    reply !== null && `The team to the answer: ${reply}`,
  );
}

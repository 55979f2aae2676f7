import * as z from "zod";
import type { Decision } from "#db/queries/moderation/decisions.ts";
import { decisionGrounds } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { lines, quoted } from "../../core/text/text.ts";
import { groundSentence, origins, redress } from "../decisions/rules.ts";
import { answerUntil, redressElsewhere } from "./redress.ts";

/** A statement of reasons (Regulation (EU) 2022/2065, article 17) with the owner's answer and the team's reply. */
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

export function decisionText(decision: DecisionRecord): string {
  const { decided_at, rule, facts, origin, redress, answer, answered_at, reply } = decision;
  return lines(
    `The team decided ${decided_at}. ${rule}`,
    "The facts:",
    quoted(facts),
    origin,
    redress,
    answer !== null && `Answered ${answered_at}${reply === null ? "; the team has not replied yet" : ""}:`,
    answer !== null && quoted(answer),
    reply !== null && `The team's reply: ${reply}`,
  );
}

import * as z from "zod";
import { RuleViolation } from "#db/queries/common/rule-violation.ts";

export const outcome = z.union([
  z.enum(["created", "updated", "unchanged"]),
  z.strictObject({ refused: z.string().describe("Reason") }),
]);

type Outcome = z.output<typeof outcome>;

/** Skips records that violate a rule. `work` must throw RuleViolation before it writes anything. */
export async function outcomesOf<Row>(records: readonly Row[], work: (record: Row) => Promise<Outcome>) {
  const outcomes: Outcome[] = [];
  for (const record of records) {
    try {
      outcomes.push(await work(record));
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      outcomes.push({ refused: error.message });
    }
  }
  return outcomes;
}

export function countsOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const one of outcomes) counts[typeof one === "string" ? one : "refused"]!++;
  return counts;
}

import * as z from "zod";
import { RuleViolation } from "#db/queries/common/rule-violation.ts";
import { Problem } from "../errors/errors.ts";

export const outcome = z.union([
  z.enum(["created", "updated", "unchanged"]),
  z.strictObject({ refused: z.string().describe("Reason") }),
]);

type Outcome = z.output<typeof outcome>;

/** Skips records that violate a rule or have a fault. `work` must throw before it writes anything. */
export async function outcomesOf<Row>(records: readonly Row[], work: (record: Row) => Promise<Outcome>) {
  const outcomes: Outcome[] = [];
  for (const record of records) {
    try {
      outcomes.push(await work(record));
    } catch (error) {
      const [fault] = error instanceof Problem ? error.errors : [];
      if (!fault && !(error instanceof RuleViolation)) throw error;
      outcomes.push({
        refused: fault ? `${fault.field.replace(/^fields\./, "")} ${fault.message}` : (error as Error).message,
      });
    }
  }
  return outcomes;
}

export function countsOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const one of outcomes) counts[typeof one === "string" ? one : "refused"]!++;
  return counts;
}

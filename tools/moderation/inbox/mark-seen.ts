import * as z from "zod";
import { knownCases, markSeen } from "#db/queries/moderation/cases.ts";
import type { CaseKind } from "#db/schema/vocabulary.ts";
import { caseKinds } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

export const casesInput = {
  kind: z.enum(caseKinds),
  items: z.array(z.int().min(1)).min(1).max(1000).describe("Ids of the cases; of a reports case, the listing's id"),
};

export async function requireCases(
  db: Db,
  { site }: Pick<CallContext, "site">,
  cases: { kind: CaseKind; items: number[] },
): Promise<void> {
  const known = new Set(await knownCases(db, site.id, cases));
  const unknown = cases.items.filter((id) => !known.has(id));
  if (unknown.length > 0)
    invalid("items", "unknown", `must be cases of this site; these are not: ${unknown.join(", ")}`);
}

/** Marks cases as seen by the calling member only. */
export default defineTeamTool({
  name: "mark_seen",
  description: "Marks cases as seen by you. A case counts as unseen again when something new happens to it.",
  rest: { method: "POST", path: "/team/seen" },
  scopes: ["team:review", "team:content"],
  effect: "write",
  input: z.strictObject(casesInput),
  output: z.strictObject({ seen: z.int().describe("Number of cases that you had not seen") }),
  async run(context, cases) {
    return async (tx, record) => {
      await requireCases(tx, context, cases);
      const { accountId } = accountOf(context);
      const seen = await markSeen(tx, accountId, cases, context.now);
      if (seen > 0) record({ subjects: [`account:${accountId}`], after: { seen: cases } });
      return { seen };
    };
  },
});

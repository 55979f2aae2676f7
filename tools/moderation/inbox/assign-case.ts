import * as z from "zod";
import { teamScopesOf } from "#auth/scopes.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { assignCases } from "#db/queries/moderation/cases.ts";
import { invalid } from "../../core/errors/errors.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { casesInput, requireCases } from "./mark-seen.ts";

export default defineTeamTool({
  name: "assign_case",
  description: "Assigns cases to a member of the team, by default to you, or to no one.",
  rest: { method: "POST", path: "/team/assignments" },
  scopes: ["team:review", "team:content"],
  effect: "write",
  input: z.strictObject({
    ...casesInput,
    account_id: z.int().min(1).nullable().optional().describe("Member of the team; null removes the assignment"),
  }),
  output: z.strictObject({ assignee: z.int().nullable() }),
  async run(context, { account_id, ...cases }) {
    const { site, now } = context;
    return async (tx, record) => {
      await requireCases(tx, context, cases);
      const assignee = account_id === undefined ? accountOf(context).accountId : account_id;
      const member = assignee === null ? null : await accountById(tx, assignee);
      if (member === undefined || (member && teamScopesOf(member, site.id).length === 0))
        invalid("account_id", "unknown", "must be the account of a member of this site's team");
      if ((await assignCases(tx, cases, assignee, now)) > 0)
        record({ subjects: [`site:${site.id}`], after: { assigned: cases, assignee } });
      return { assignee };
    };
  },
});

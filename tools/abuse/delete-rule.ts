import * as z from "zod";
import { deleteRule, ruleById } from "#db/queries/moderation/abuse-rules.ts";
import { notFound } from "../core/errors/errors.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { requireRuleRole, ruleRecord } from "./records.ts";

export default defineTeamTool({
  name: "delete_rule",
  command: {
    name: "rule delete <id>",
    description: "Delete a rule against abuse",
    site: "option",
    done: ({ kind, effect, value }) =>
      `Deleted the rule that ${effect === "deny" ? "denied" : "allowed"} the ${kind} ${value}.`,
  },
  description: "Deletes a rule against abuse.",
  rest: { method: "DELETE", path: "/team/rules/{id}" },
  scopes: ["team:review"],
  effect: "delete",
  input: z.strictObject({ id: z.int().min(1).describe("id of the rule") }),
  output: ruleRecord,
  async run({ actor, site }, { id }) {
    return async (tx, record) => {
      const rule = (await ruleById(tx, site.id, id)) ?? notFound("rule", id);
      requireRuleRole(actor, rule);
      await deleteRule(tx, id);
      const { kind, effect, value, note, all_sites } = rule;
      record({ subjects: [`rule:${id}`], before: { kind, effect, value, note, all_sites } });
      return rule;
    };
  },
});

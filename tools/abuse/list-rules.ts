import * as z from "zod";
import { listRules } from "#db/queries/moderation/abuse-rules.ts";
import { ruleEffects, ruleKinds } from "#db/schema/vocabulary.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { ruleRecord } from "./records.ts";

export default defineTeamTool({
  name: "list_rules",
  command: {
    name: "rule list",
    description: "List the rules against abuse that apply on a site",
    site: "option",
    columns: ["id", "kind", "effect", "value", "all_sites", "hits", "last_hit_at", "note"],
  },
  description:
    "Lists the rules against abuse with their hits. They deny or allow email domains, product domains, words and networks.",
  rest: { method: "GET", path: "/team/rules" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    kind: z.enum(ruleKinds).optional().describe("kind of the rules"),
    effect: z.enum(ruleEffects).optional().describe("effect of the rules"),
    q: z.string().trim().toLowerCase().max(200).default("").describe("part of the value"),
    sort: z.enum(["newest", "hits"]).default("newest").describe("order of the rules"),
    ...operatorPageInput,
  }),
  output: openPageOf(ruleRecord),
  run: async ({ read, site }, { page, per_page, ...filter }) =>
    openPageFrom(await listRules(read, site.id, { ...filter, ...openWindowOf({ page, per_page }) }), {
      page,
      per_page,
    }),
});

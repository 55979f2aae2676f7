import * as z from "zod";
import { teamFounders } from "#db/queries/sites/team-lists.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "find_founders",
  command: { name: "founder list", description: "List founders in slug order", columns: ["slug", "name", "companies"] },
  description: "Returns the founders of all sites in slug order.",
  rest: { method: "GET", path: "/team/founders" },
  scopes: ["team:content"],
  effect: "read",
  input: z.strictObject(operatorPageInput),
  output: openPageOf(z.strictObject({ slug: z.string(), name: z.string(), companies: z.int() })),
  async run({ read }, page) {
    const { limit, offset } = openWindowOf(page);
    return openPageFrom(await teamFounders(read, limit, offset), page);
  },
});

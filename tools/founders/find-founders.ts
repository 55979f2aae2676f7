import * as z from "zod";
import { teamFounders } from "#db/queries/sites/team-lists.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "find_founders",
  actors: ["admin"],
  command: { name: "founder list", description: "List founders in slug order", columns: ["slug", "name", "companies"] },
  scopes: [],
  effect: "read",
  input: z.strictObject(operatorPageInput),
  output: openPageOf(z.strictObject({ slug: z.string(), name: z.string(), companies: z.int() })),
  async run({ read }, page) {
    const { limit, offset } = openWindowOf(page);
    return openPageFrom(await teamFounders(read, limit, offset), page);
  },
});

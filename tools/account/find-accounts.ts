import * as z from "zod";
import { findAccounts } from "#db/queries/accounts/accounts.ts";
import { roles } from "#db/schema/vocabulary.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { accountRecord, toAccountRecord } from "./records.ts";

export default defineTeamTool({
  name: "find_accounts",
  command: {
    name: "user list",
    description: "List accounts, newest first",
    columns: ["id", "email", "name", "role", "created_at", "suspended_at"],
  },
  description: "Finds accounts by email, name, id, role, suspension, email domain or date of creation, newest first.",
  rest: { method: "GET", path: "/team/accounts" },
  scopes: ["team:admin"],
  effect: "read",
  input: z.strictObject({
    q: z.string().trim().max(254).default("").describe("id, or part of the email address or name"),
    role: z.enum(roles).optional().describe("role of the accounts"),
    suspended: z.boolean().optional().describe("only suspended accounts; false over the API lists only the others"),
    domain: z.string().trim().toLowerCase().max(253).optional().describe("domain of the email address"),
    since: z.iso.date().optional().describe("first day of creation, in UTC"),
    ...operatorPageInput,
  }),
  output: openPageOf(accountRecord),
  async run({ read }, { q, role, suspended: isSuspended, domain, since, ...page }) {
    const rows = await findAccounts(read, { q, role, isSuspended, domain, since }, openWindowOf(page));
    return openPageFrom(rows.map(toAccountRecord), page);
  },
});

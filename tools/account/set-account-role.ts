import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { roles } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { isAccount } from "../core/operations/actor.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { chosenAccount, chosenFields, requireOtherAdmin } from "./find-account.ts";
import { roleInput } from "./shared/rules.ts";

export default defineTeamTool({
  name: "set_account_role",
  command: {
    name: "user role <email> <role>",
    description: "Change the role of an account",
    done: ({ email, role }) => `Changed the role of ${email} to ${role}.`,
  },
  description:
    "Changes the role of another account and the sites to which it is limited. Without the role, the account's keys lose their team scopes at once.",
  rest: { method: "PUT", path: "/team/accounts/{account_id}/role" },
  scopes: ["team:admin"],
  effect: "write",
  isIdempotent: true,
  isAlwaysApproved: true,
  exactlyOne: ["email", "account_id"],
  input: z.strictObject({
    ...chosenFields,
    role: roleInput.describe("the new role"),
    role_sites: z
      .string()
      .trim()
      .max(1000)
      .optional()
      .describe(
        "keys of the sites to which a moderator or editor is limited, separated by commas; all sites if absent",
      ),
  }),
  output: z.strictObject({ account_id: z.int(), email: z.string(), role: z.enum(roles), role_sites: z.string() }),
  async run({ actor, now }, { role, role_sites: keys = "", ...chosen }) {
    return async (tx, record) => {
      const { id, email, ...known } = await chosenAccount(tx, chosen);
      const roleSites = keys === "" ? null : await siteIdsOf(tx, keys);
      if (roleSites !== null && (role === "admin" || role === "member"))
        invalid("role_sites", "not_limited", `must be absent for the role ${role}`);
      const output = { account_id: id, email, role, role_sites: keys };
      const before = { role: known.role, role_sites: known.roleSites };
      const after = { role, role_sites: roleSites };
      if (Bun.deepEquals(before, after)) return output;
      if (isAccount(actor) && actor.accountId === id)
        throw new Problem("state_conflict", "You cannot change your own role. Ask another admin.");
      if (role !== "admin") await requireOtherAdmin(tx, { id, email, role: known.role });
      await updateAccount(tx, id, { role, roleSites }, now);
      record({ subjects: [`account:${id}`], before, after });
      return output;
    };
  },
});

async function siteIdsOf(db: Db, keys: string): Promise<number[]> {
  const sites = new Map((await allSites(db)).map(({ key, id }) => [key, id]));
  const named = [...new Set(keys.split(",").map((key) => key.trim()))];
  return named.map(
    (key) =>
      sites.get(key) ??
      invalid(
        "role_sites",
        "unknown",
        `names the unknown site "${key}". Use keys from: ${[...sites.keys()].join(", ")}`,
      ),
  );
}

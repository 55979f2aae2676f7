import * as z from "zod";
import { everyScope, isTeamScope, type Scope, scopeLabel, teamScopesOf } from "#auth/scopes.ts";
import { type Account, createApiKey, keyPrefixOf, keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { dayMs } from "#db/values/week.ts";
import { approvalPolicy } from "../core/calls/approval-policy.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { findAccount, ofAccount } from "./find-account.ts";
import { keyRecord, toKey } from "./records.ts";
import { keyName, maxKeys } from "./shared/rules.ts";

/** Creates a key. Only this response contains it, because the key itself is not stored. */
export default defineOperation({
  name: "create_api_key",
  actors: ["person", "admin"],
  isOwnAccess: true,
  scopes: [],
  effect: "write",
  input: z.strictObject({
    ...ofAccount,
    name: keyName,
    scopes: z
      .array(z.enum(everyScope))
      .min(1)
      .transform((chosen) => everyScope.filter((scope) => chosen.includes(scope))),
    is_test: z.boolean(),
    expires_in_days: z.int().min(1).max(9999).nullable(),
    approval_policy: approvalPolicy.nullable().default(null),
  }),
  output: keyRecord.extend({ key: z.string() }),
  async run(context, { email, name, scopes, is_test: isTest, expires_in_days: days, approval_policy: approvalPolicy }) {
    const { now, actor } = context;
    return async (tx, record) => {
      const account = await findAccount(tx, context, email);
      if (account.suspendedAt)
        throw new Problem("conflict", `The account ${account.email} is suspended, so its keys do not work.`);
      requireRole(account, scopes, isTest);
      if ((await keysOfAccount(tx, account.id)).length >= maxKeys)
        throw new Problem(
          "conflict",
          `The account has reached the limit of ${maxKeys} keys. Revoke an unused key first.`,
        );
      const { secret: key, hash: keyHash } = context.newSecret(keyPrefixOf(isTest));
      const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
      const facts = { accountId: account.id, name, scopes, isTest, expiresAt, approvalPolicy };
      const row = await createApiKey(tx, { ...facts, keyHash, ending: key.slice(-4) }, now);
      record({
        subjects: [`key:${row.id}`, `account:${account.id}`],
        after: { name, scopes, is_test: isTest, expires_at: expiresAt, ...(approvalPolicy && { approvalPolicy }) },
      });
      if (actor.kind === "person") await context.mail(tx, account.email, keyMail(context, account, name, scopes));
      return { ...toKey(row), key };
    };
  },
});

function requireRole({ role }: Account, scopes: readonly Scope[], isTest: boolean): void {
  const wanted = scopes.filter(isTeamScope);
  if (wanted.length === 0) return;
  if (isTest) invalid("scopes", "not_in_sandbox", `must not contain ${wanted[0]}, because the sandbox has no team`);
  const ofRole = teamScopesOf({ role, roleSites: null }, 0);
  const beyond = wanted.find((scope) => !ofRole.includes(scope));
  if (beyond) invalid("scopes", "forbidden", `must not contain ${beyond}, because the role ${role} does not allow it`);
}

const keyMail = ({ urls }: CallContext, account: Account, name: string, scopes: string[]) => ({
  subject: "New API key for your account",
  greeting: account.name,
  paragraphs: [`The new key “${name}” gives access to your account. The key can:`, ...scopes.map(scopeLabel)],
  action: { label: "View API keys", url: `${urls.base}/account/keys` },
  closing: ["If you did not create this key, revoke it under API keys in your account and set a new password."],
});

import * as z from "zod";
import { everyScope, type Scope } from "#auth/scopes.ts";
import { type Account, type ApiKey, keyPrefixOf } from "#db/queries/accounts/accounts.ts";
import { roles } from "#db/schema/vocabulary.ts";
import { approvalPolicy } from "../core/calls/approval-policy.ts";
import { time } from "../core/input/fields.ts";

export const keyRecord = z.strictObject({
  id: z.int(),
  name: z.string(),
  key_form: z.string().describe("First and last characters of the key"),
  scopes: z.array(z.enum(everyScope)),
  is_test: z.boolean(),
  created_at: time,
  expires_at: time.nullable(),
  last_used_at: time.nullable(),
  approval_policy: approvalPolicy.nullable(),
});

export type KeyRecord = z.output<typeof keyRecord>;

export const toKey = (key: ApiKey): KeyRecord => ({
  id: key.id,
  name: key.name,
  key_form: `${keyPrefixOf(key.isTest)}…${key.ending}`,
  scopes: key.scopes as Scope[],
  is_test: key.isTest,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  approval_policy: key.approvalPolicy,
});

export const accountRecord = z.strictObject({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  has_password: z.boolean(),
  email_verified_at: time.nullable(),
  suspended_at: time.nullable(),
  created_at: time,
});

export const toAccountRecord = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  has_password: account.passwordHash !== null,
  email_verified_at: account.emailVerifiedAt,
  suspended_at: account.suspendedAt,
  created_at: account.createdAt,
});

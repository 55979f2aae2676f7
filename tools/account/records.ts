import * as z from "zod";
import { allScopes, type Scope } from "#auth/scopes.ts";
import { type ApiKey, keyPrefixOf } from "#db/queries/accounts/accounts.ts";
import { mandate } from "../core/calls/mandate.ts";
import { time } from "../core/input/fields.ts";

/** An API key without its secret. */
export const keyRecord = z.strictObject({
  id: z.int(),
  name: z.string(),
  key_form: z.string().describe("How it begins and ends"),
  scopes: z.array(z.enum(allScopes)),
  is_test: z.boolean(),
  created_at: time,
  expires_at: time.nullable(),
  last_used_at: time.nullable(),
  mandate: mandate.nullable(),
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
  mandate: key.mandate,
});

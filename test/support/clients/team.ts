import type * as z from "zod";
import { allScopes, teamScopesOf } from "#auth/scopes.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Role } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import { contextFor } from "../server/call.ts";
import { type TestServer, testNow } from "../server/harness.ts";
import { signUpAs, type Visitor } from "./visitor.ts";

/** Calls an operation on a site as a person, by default of the team. */
export const teamCaller =
  (store: Store, site: SiteRow, { accountId = 0, role = "admin" as Role, now = testNow } = {}) =>
  async <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.input<Output>> => {
    const scopes = [...allScopes, ...teamScopesOf({ role, roleSites: null }, site.id)];
    const actor = { kind: "person", accountId, scopes, via: "browser", isTest: false } as const;
    const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
    return (await callTool(operation, { ...contextFor(store, actor, site), now }, () => input, policy)).output;
  };

export async function teamVisitor(
  server: TestServer,
  email = "team@example.test",
  role: Role = "admin",
): Promise<Visitor> {
  const browser = await signUpAs(server, email, "Tess Team");
  const account = (await accountByEmail(server.store.read, email))!;
  await server.store.write((tx) => updateAccount(tx, account.id, { role }, testNow));
  return browser;
}

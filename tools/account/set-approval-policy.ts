import * as z from "zod";
import { apiKeyById, setKeyApprovalPolicy } from "#db/queries/accounts/accounts.ts";
import { withdrawApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import { grantsOfAccount, setGrantApprovalPolicy } from "#db/queries/accounts/oauth.ts";
import type { Tx } from "#db/store/store.ts";
import { approvalPolicy } from "../core/calls/approval-policy.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Sets an approval policy. A null policy allows everything that the scopes cover. */
export default defineOperation({
  name: "set_approval_policy",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "write",
  input: z.strictObject({ of: z.enum(["key", "app"]), id: z.int(), approval_policy: approvalPolicy.nullable() }),
  output: z.strictObject({ id: z.int(), approval_policy: approvalPolicy.nullable() }),
  async run(context, { of, id, approval_policy: after }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { subject, approvalPolicy: before } =
        of === "key" ? await keyOf(tx, accountId, id) : await appOf(tx, accountId, id);
      if (!Bun.deepEquals(before, after)) {
        await (of === "key" ? setKeyApprovalPolicy(tx, id, after) : setGrantApprovalPolicy(tx, id, after));
        // Without a policy, the key or app can repeat the waiting calls itself. Approving them later would run them
        // again.
        if (after === null)
          await withdrawApprovalRequests(tx, { kind: of === "key" ? "key" : "grant", id }, context.now);
        record({
          subjects: [subject, `account:${accountId}`],
          before: { approval_policy: before },
          after: { approval_policy: after },
        });
      }
      return { id, approval_policy: after };
    };
  },
});

async function keyOf(tx: Tx, accountId: number, id: number) {
  const key = await apiKeyById(tx, id);
  if (!key || key.accountId !== accountId || key.revokedAt !== null) return notFound("key", id);
  return { subject: `key:${id}` as const, approvalPolicy: key.approvalPolicy };
}

async function appOf(tx: Tx, accountId: number, id: number) {
  const grants = await grantsOfAccount(tx, accountId);
  const { clientId, approvalPolicy } = grants.find((grant) => grant.id === id) ?? notFound("connected app", id);
  return { subject: `app:${clientId}` as const, approvalPolicy };
}

import * as z from "zod";
import { approvalRequestOfAccount, decideApprovalRequest } from "#db/queries/accounts/approval-requests.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "refuse_approval_request",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "write",
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { operation } = (await approvalRequestOfAccount(tx, accountId, id)) ?? notFound("approval request", id);
      if (!(await decideApprovalRequest(tx, id, { decision: "refused" }, context.now)))
        throw new Problem("state_conflict", "This request has expired or has already been decided.");
      record({
        subjects: [`approval_request:${id}`, `account:${accountId}`],
        before: { decision: null },
        after: { operation, decision: "refused" },
      });
      return { id };
    };
  },
});

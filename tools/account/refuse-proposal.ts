import * as z from "zod";
import { decideProposal, proposalOfAccount } from "#db/queries/accounts/proposals.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";

/** The person refuses what an app or key proposed; it is told so when it asks. */
export default defineOperation({
  name: "refuse_proposal",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "write",
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { operation } = (await proposalOfAccount(tx, accountId, id)) ?? notFound("proposal", id);
      if (!(await decideProposal(tx, id, { decision: "refused" }, context.now)))
        throw new Problem("state_conflict", "This is decided already, or its time is up.");
      record({
        subjects: [`proposal:${id}`, `account:${accountId}`],
        before: { decision: null },
        after: { operation, decision: "refused" },
      });
      return { id };
    };
  },
});

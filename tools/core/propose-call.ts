import * as z from "zod";
import { addProposal, countWaiting, proposalOfCall } from "../../db/queries/proposals.ts";
import { dayMs } from "../../db/week.ts";
import { accountOf } from "./context.ts";
import { defineOperation } from "./define.ts";
import { Problem } from "./errors.ts";

/** So long a proposal waits for the person. */
export const proposalMs = 7 * dayMs;
const mostWaiting = 50;

const facts = z.record(z.string(), z.unknown());

/** Keeps a call that needs the person, once: a repeat while it waits is the same proposal. `callTool` asks for it. */
export default defineOperation({
  name: "propose_call",
  actors: ["app", "key"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    credential: z.strictObject({ kind: z.enum(["key", "grant"]), id: z.int() }),
    operation: z.string(),
    input: facts,
    input_hash: z.string(),
    reason: z.string(),
    before: facts,
    after: facts,
  }),
  output: z.strictObject({ id: z.int(), expires_at: z.iso.datetime() }),
  async run(context, { credential, operation, input_hash: inputHash, ...proposed }) {
    const { now, site } = context;
    const { accountId } = accountOf(context);
    const mark = { credentialKind: credential.kind, credentialId: credential.id, operation, inputHash };
    const expires_at = new Date(now.getTime() + proposalMs).toISOString();
    return async (tx, record) => {
      const known = await proposalOfCall(tx, mark);
      if (known && known.decision === null && known.expiresAt > now.toISOString())
        return { id: known.id, expires_at: known.expiresAt };
      if ((await countWaiting(tx, accountId, now)) >= mostWaiting)
        throw new Problem(
          "conflict",
          `${mostWaiting} proposals wait for the person already; let them decide those first.`,
          {
            nextActions: [
              { why: "Approve or refuse what waits.", who: "human", url: `${context.urls.base}/account/approvals` },
            ],
          },
        );
      const id = await addProposal(
        tx,
        { ...mark, ...proposed, accountId, siteId: site.id, expiresAt: expires_at },
        now,
      );
      record({ subjects: [`proposal:${id}`, `account:${accountId}`], after: { operation, expires_at } });
      return { id, expires_at };
    };
  },
});

import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { addApprovalRequest, approvalRequestOfCall, countWaiting } from "#db/queries/accounts/approval-requests.ts";
import type { Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { Problem } from "../errors/errors.ts";
import { accountOf, type CallContext } from "../operations/context.ts";
import { defineOperation } from "../operations/define.ts";

export const approvalRequestMs = 7 * dayMs;
const maxWaiting = 50;

const facts = z.record(z.string(), z.unknown());

/** While a request is pending, repeating the call returns the same request. */
export default defineOperation({
  name: "request_approval",
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
  async run(context, { credential, operation, input_hash: inputHash, ...asked }) {
    const { now, site } = context;
    const { accountId } = accountOf(context);
    const callKey = { credentialKind: credential.kind, credentialId: credential.id, operation, inputHash };
    const expires_at = new Date(now.getTime() + approvalRequestMs).toISOString();
    return async (tx, record) => {
      const known = await approvalRequestOfCall(tx, callKey);
      if (known && known.decision === null && known.expiresAt > now.toISOString())
        return { id: known.id, expires_at: known.expiresAt };
      const waiting = await countWaiting(tx, accountId, now);
      if (waiting >= maxWaiting)
        throw new Problem(
          "conflict",
          `${maxWaiting} approval requests are already waiting. Ask the user to decide on them first.`,
          {
            nextActions: [
              { why: "Decide on the waiting requests.", who: "human", url: `${context.urls.base}/account/approvals` },
            ],
          },
        );
      const id = await addApprovalRequest(
        tx,
        { ...callKey, ...asked, accountId, siteId: site.id, expiresAt: expires_at },
        now,
      );
      // One email covers all requests that arrive while the first one is pending.
      if (waiting === 0) await notifyPerson(tx, context, { id, reason: asked.reason, kind: credential.kind });
      record({ subjects: [`approval_request:${id}`, `account:${accountId}`], after: { operation, expires_at } });
      return { id, expires_at };
    };
  },
});

/** Notifies the person by email, because an app or key may run unattended. */
async function notifyPerson(
  tx: Tx,
  context: CallContext,
  { id, reason, kind }: { id: number; reason: string; kind: "key" | "grant" },
): Promise<void> {
  const account = await accountById(tx, accountOf(context).accountId);
  const who = kind === "key" ? "One of your API keys" : "An app that you connected";
  await context.mail(tx, account!.email, {
    subject: "Approve a request from one of your apps or API keys",
    greeting: account!.name,
    paragraphs: [
      `${who} needs your approval. ${reason}`,
      "Nothing changes unless you approve the request within seven days.",
    ],
    action: { label: "Review request", url: `${context.urls.base}/account/approvals/${id}` },
    closing: [
      "While this request is waiting, we will send no other emails about approvals. Find all requests under Approvals in your account.",
    ],
  });
}

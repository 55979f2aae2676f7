import {
  type ApprovalRequest,
  approvalRequestOfCall,
  decideApprovalRequest,
  toldMs,
} from "#db/queries/accounts/approval-requests.ts";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import type { Store } from "#db/store/store.ts";
import { type NextAction, Problem } from "../errors/errors.ts";
import { type AccountActor, isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation, WritingOperation } from "../operations/define.ts";
import { buttonSentences } from "../text/page-buttons.ts";
import { timeWords } from "../text/text.ts";
import { approvalReason, limitsOf, overLimitReason, touchedListings } from "./approval-policy.ts";
import { approvalContentOf, type Commit, commit, dryRun } from "./commit.ts";
import { hashOf, keyArgument } from "./idempotency.ts";
import requestApproval from "./request-approval.ts";

type Facts = Record<string, unknown>;

export interface SentCall {
  input: Facts;
  key?: string;
}

/** Longer inputs are not repeated in the response, because the caller still has them. */
const maxRepeatedLength = 1000;

/**
 * Commits a call that the approval policy allows. Otherwise stores an approval request and throws 403
 * `approval_required`. A repeated call returns the state of the request or, after approval, the output.
 */
export function commitOf(operation: AnyOperation, context: CallContext, sent: SentCall): Commit {
  const { actor } = context;
  if (isAccount(actor) && actor.approval) return approvedCommit(actor.approval);
  const bound = limitsOf(operation, context);
  if (!bound) return commit;
  const { credential } = bound;
  return async (operation, context, input, write, keep) => {
    const inputHash = hashOf([context.site.id, input, sent.key ?? null]);
    const callKey = {
      credentialKind: credential.kind,
      credentialId: credential.id,
      operation: operation.name,
      inputHash,
    };
    const known = await approvalRequestOfCall(context.read, callKey);
    const decided = known && outcomeOf(operation, known, context);
    if (decided) return decided;
    const ask = (reason: string) =>
      requestInstead(
        operation,
        context,
        { input, sent, request: { credential, input_hash: inputHash, reason } },
        write,
      );
    const why = await approvalReason(operation, context, input);
    if (why !== null) return ask(why);
    try {
      return await commit(operation, context, input, write, async (tx, output, entries) => {
        const over = entries.length > 0 ? await overLimitReason(operation, { ...context, read: tx }) : null;
        if (over !== null) throw new OverLimit(over);
        // If a request was waiting for this call, it is marked as approved, so that nobody approves the call again.
        if (known) await decideApprovalRequest(tx, known.id, approvedWith(output), context.now);
        await keep?.(tx, output, entries);
      });
    } catch (error) {
      if (error instanceof OverLimit) return ask(error.message);
      throw error;
    }
  };
}

/** Returns the output of a recently approved request, or null if the request is still pending. */
function outcomeOf(
  operation: AnyOperation,
  { id, decision, decidedAt, answer }: ApprovalRequest,
  { now, urls }: CallContext,
): Facts | null {
  if (decision === null || decidedAt! <= new Date(now.getTime() - toldMs).toISOString()) return null;
  if (decision === "approved") return answer === null ? null : (JSON.parse(answer) as Facts);
  throw new Problem(
    "approval_refused",
    `The user refused this ${operation.name} call on ${decidedAt!}. Ask what they want instead. A call with different arguments or a different ${keyArgument} creates a new approval request.`,
    { nextActions: [{ why: "See the refused request.", who: "human", url: approvalUrl(urls, id) }] },
  );
}

const requestOperation = requestApproval as AnyOperation as WritingOperation;

const approvalUrl = ({ base }: CallContext["urls"], id: number) => `${base}/account/approvals/${id}`;

class OverLimit extends Error {}

/** Stores an approval request. A call that would change nothing needs no approval. */
async function requestInstead(
  operation: WritingOperation,
  context: CallContext,
  { input, sent, request }: { input: Facts; sent: SentCall; request: Facts & { reason: string } },
  write: Store["write"],
): Promise<Facts> {
  const { output, entries, approvalContent } = await dryRun(operation, context, input, write);
  if (entries.length === 0) return output;
  const { before = {} } = entries[0]!;
  const after = { ...entries[0]!.after, ...approvalContent };
  const approvalRequest = {
    ...request,
    operation: operation.name,
    title: "title" in operation ? String(operation.title) : operation.name,
    listings: await touchedListings(operation, context, input),
    input: sent.input,
    before,
    after,
  };
  const { id, expires_at: until } = await commit(requestOperation, context, approvalRequest, write);
  throw approvalRequired(operation, context, sent, { id: id as number, until: until as string, why: request.reason });
}

function approvalRequired(
  { name }: AnyOperation,
  { urls }: CallContext,
  { input, key }: SentCall,
  { id, until, why }: { id: number; until: string; why: string },
): Problem {
  const given = { ...input, ...(key !== undefined && { [keyArgument]: key }) };
  const isShort = JSON.stringify(given).length <= maxRepeatedLength;
  const nextActions: NextAction[] = [
    {
      why: buttonSentences.decide(timeWords(until)),
      who: "human",
      url: approvalUrl(urls, id),
    },
    {
      tool: name,
      ...(isShort && { arguments: given }),
      why: "When the user says that it is decided, repeat this call with the same arguments to get the result. Do not repeat it before.",
      who: "agent",
    },
  ];
  const detail = `${why} Nothing has been changed. The user decides about request ${id} by ${timeWords(until)}.`;
  return new Problem("approval_required", detail, { nextActions });
}

export const markOfSeen = (entries: readonly Pick<AuditEntry, "before">[], approvalContent: Facts): string =>
  hashOf([entries[0]?.before ?? {}, approvalContent]);

/** Commits an approved call and stores its output for the app or key in the same transaction. */
const approvedCommit =
  ({ approvalRequest, seen }: NonNullable<AccountActor["approval"]>): Commit =>
  (operation, context, input, write, keep) =>
    commit(operation, context, input, write, async (tx, output, entries) => {
      if (!(await decideApprovalRequest(tx, approvalRequest, approvedWith(output), context.now)))
        throw new Problem("state_conflict", "This request has already been decided or has expired.");
      if (markOfSeen(entries, await approvalContentOf(operation, { ...context, read: tx }, input)) !== seen)
        throw new Problem(
          "version_conflict",
          "The effect of this call has changed since your review, so the call was not run. Review it again, then decide.",
        );
      await keep?.(tx, output, entries);
    });

const approvedWith = (output: Facts) => ({ decision: "approved", answer: JSON.stringify(output) }) as const;

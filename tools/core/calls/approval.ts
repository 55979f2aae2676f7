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
import { boundOf, whyAsked, whyOverLimit } from "./approval-policy.ts";
import { approvalContentOf, type Commit, commit, dryRun } from "./commit.ts";
import { hashOf, keyArgument } from "./idempotency.ts";
import requestApproval from "./request-approval.ts";

type Facts = Record<string, unknown>;

export interface SentCall {
  input: Facts;
  key?: string;
}

/** Longer inputs are not repeated in the response because the caller still has them. */
const maxRepeatedLength = 1000;

/**
 * Returns how to commit a call by an app or key. If its approval policy does not cover the call, the call runs as a dry
 * run, is stored as an approval request and returns 403 `approval_required` with the link. A repeat returns the state
 * of that request and, once approved, the output of the call.
 */
export function commitOf(operation: AnyOperation, context: CallContext, sent: SentCall): Commit {
  const { actor } = context;
  if (isAccount(actor) && actor.approval) return approvedCommit(actor.approval);
  const bound = boundOf(operation, context);
  if (!bound) return commit;
  const { credential } = bound;
  return async (operation, context, input, write, keep) => {
    const mark = {
      ...{ credentialKind: credential.kind, credentialId: credential.id, operation: operation.name },
      inputHash: hashOf([context.site.id, input, sent.key ?? null]),
    };
    const known = await approvalRequestOfCall(context.read, mark);
    const decided = known && outcomeOf(operation, known, context);
    if (decided) return decided;
    const ask = (why: string) => askInstead(operation, context, { input, sent, mark, why, credential }, write);
    const why = await whyAsked(operation, context, input);
    if (why !== null) return ask(why);
    try {
      return await commit(operation, context, input, write, async (tx, output, entries) => {
        const over = entries.length > 0 ? await whyOverLimit(operation, { ...context, read: tx }) : null;
        if (over !== null) throw new OverLimit(over);
        // The call was made in the meantime, so the waiting request must not be approved again.
        if (known) await decideApprovalRequest(tx, known.id, answered(output), context.now);
        await keep?.(tx, output, entries);
      });
    } catch (error) {
      if (error instanceof OverLimit) return ask(error.message);
      throw error;
    }
  };
}

/**
 * Returns the result of a request that was decided within the last day, or null if it waits or must be requested again.
 */
function outcomeOf(
  operation: AnyOperation,
  { id, decision, decidedAt, answer }: ApprovalRequest,
  { now, urls }: CallContext,
): Facts | null {
  if (decision === null || decidedAt! <= new Date(now.getTime() - toldMs).toISOString()) return null;
  if (decision === "approved") return answer === null ? null : (JSON.parse(answer) as Facts);
  throw new Problem(
    "approval_refused",
    `The person refused this ${operation.name} on ${decidedAt!}. Ask them what they want instead; another input or ${keyArgument} would be a new approval request.`,
    { nextActions: [{ why: "See what was refused.", who: "human", url: approvalUrl(urls, id) }] },
  );
}

const keeping = requestApproval as AnyOperation as WritingOperation;

const approvalUrl = ({ base }: CallContext["urls"], id: number) => `${base}/account/approvals/${id}`;

class OverLimit extends Error {}

interface Asked {
  input: Facts;
  sent: SentCall;
  mark: { operation: string; inputHash: string };
  why: string;
  credential: NonNullable<AccountActor["credential"]>;
}

/**
 * Runs the call as a dry run, which may fail like any other call, and stores it. A call without changes needs no
 * approval.
 */
async function askInstead(
  operation: WritingOperation,
  context: CallContext,
  { input, sent, mark, why, credential }: Asked,
  write: Store["write"],
): Promise<Facts> {
  const { output, entries, approvalContent } = await dryRun(operation, context, input, write);
  if (entries.length === 0) return output;
  const { before = {} } = entries[0]!;
  const after = { ...entries[0]!.after, ...approvalContent };
  const { operation: name, inputHash: input_hash } = mark;
  const approvalRequest = { credential, operation: name, input: sent.input, input_hash, reason: why, before, after };
  const { id, expires_at } = await commit(keeping, context, approvalRequest, write);
  throw waits(operation, context, sent, { id: id as number, until: expires_at as string, why });
}

function waits(
  { name }: AnyOperation,
  { urls }: CallContext,
  { input, key }: SentCall,
  { id, until, why }: { id: number; until: string; why: string },
): Problem {
  const given = { ...input, ...(key !== undefined && { [keyArgument]: key }) };
  const isShort = JSON.stringify(given).length <= maxRepeatedLength;
  const nextActions: NextAction[] = [
    {
      why: `See what would be done, and approve or refuse it until ${until}. Once approved it is done at once.`,
      who: "human",
      url: approvalUrl(urls, id),
    },
    {
      tool: name,
      ...(isShort && { arguments: given }),
      why: `Repeat this call unchanged${isShort ? "" : ", with the same arguments,"} when the person has decided: it answers what came of it.`,
      who: "agent",
    },
  ];
  return new Problem(
    "approval_required",
    `${why} Nothing is done yet: it waits for the person as approval request ${id}.`,
    {
      nextActions,
      retryAfter: 30,
    },
  );
}

/** Returns a hash of what the person reviewed. It differs if the change or its content has changed since. */
export const markOfSeen = (entries: readonly Pick<AuditEntry, "before">[], approvalContent: Facts): string =>
  hashOf([entries[0]?.before ?? {}, approvalContent]);

/** Runs an approved call, closes its request and stores the output for the app or key, all in one transaction. */
const approvedCommit =
  ({ approvalRequest, seen }: NonNullable<AccountActor["approval"]>): Commit =>
  (operation, context, input, write, keep) =>
    commit(operation, context, input, write, async (tx, output, entries) => {
      if (!(await decideApprovalRequest(tx, approvalRequest, answered(output), context.now)))
        throw new Problem("state_conflict", "This is decided already, or its time is up.");
      if (markOfSeen(entries, await approvalContentOf(operation, { ...context, read: tx }, input)) !== seen)
        throw new Problem(
          "version_conflict",
          "What this call would do has changed since you looked at it. Nothing was done: check what it would do now, and decide again.",
        );
      await keep?.(tx, output, entries);
    });

const answered = (output: Facts) => ({ decision: "approved", answer: JSON.stringify(output) }) as const;

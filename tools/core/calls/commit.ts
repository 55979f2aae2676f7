import { type AuditEntry, logChange, rowsWritten } from "#db/queries/common/audit-log.ts";
import type { ActionName } from "#db/schema/action-names.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { WritingOperation } from "../operations/define.ts";
import { whyOverLimit } from "./approval-policy.ts";
import { type DryRunResult, DryRunRollback } from "./dry-run.ts";

type Output = Record<string, unknown>;

/** How the change of a call is made. */
export type Commit = (
  operation: WritingOperation,
  context: CallContext,
  input: Output,
  write: Store["write"],
  keep?: (tx: Tx, output: Output, entries: AuditEntry[]) => Promise<void>,
) => Promise<Output>;

/**
 * Runs an operation that writes: its change, its entry in the audit log and, by `keep`, its answer are one
 * transaction. A change that writes without an entry, or leaves more than one, is our mistake and is rolled back.
 */
export const commit: Commit = async (operation, context, input, write, keep) => {
  const change = await operation.run(context, input);
  return write(async (tx) => {
    const entries: AuditEntry[] = [];
    const before = await rowsWritten(tx);
    const output = await change(tx, (entry) => void entries.push(entry));
    const hasWritten = (await rowsWritten(tx)) > before;
    if (entries.length !== Number(hasWritten) && !isOpeningSandbox(context, entries))
      throw new Error(
        `${operation.name} ${hasWritten ? "wrote" : "did not write"} and recorded ${entries.length} changes`,
      );
    // A test compares `actionNames` with the registry.
    for (const entry of entries) await log(tx, operation.name as ActionName, context, entry);
    await keep?.(tx, output, entries);
    return output;
  });
};

/**
 * Makes the change of an operation and takes it back whole: answers what `commit` would have answered, and what would
 * stand in the log.
 */
export async function dryRun(
  operation: WritingOperation,
  context: CallContext,
  input: Output,
  write: Store["write"],
): Promise<DryRunResult> {
  try {
    // A dry run asks nobody outside.
    return await commit(operation, { ...context, vatRegister: null }, input, write, async (tx, output, entries) => {
      const after = { ...context, read: tx };
      const approvalContent = await approvalContentOf(operation, after, input);
      throw new DryRunRollback({
        ...{ output, entries, approvalContent },
        overLimit: entries.length > 0 ? await whyOverLimit(operation, after) : null,
      });
    }).then(neverDone);
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result;
    throw error;
  }
}

/** What else the person approves with a call, as that stands in `context.read`. */
export const approvalContentOf = async (
  operation: WritingOperation,
  context: CallContext,
  input: Output,
): Promise<Output> => (await operation.approvalContent?.(context, input)) ?? {};

const neverDone = (): never => {
  throw new Error("a trial was done");
};

// A sandbox is made with its first use, which changes nothing of the directory.
const isOpeningSandbox = ({ actor }: CallContext, entries: AuditEntry[]) =>
  isAccount(actor) && actor.isTest && entries.length === 0;

function log(
  tx: Tx,
  action: ActionName,
  { actor, site, requestId, now }: CallContext,
  entry: AuditEntry,
): Promise<void> {
  const via = actor.kind === "anonymous" ? "anonymous" : actor.via;
  const accountId = isAccount(actor) ? actor.accountId : null;
  const { approvalRequest, by: approvedBy } = (isAccount(actor) && actor.approval) || {
    approvalRequest: null,
    by: null,
  };
  const subjects: AuditEntry["subjects"] =
    approvalRequest === null ? entry.subjects : [...entry.subjects, `approval_request:${approvalRequest}` as const];
  return logChange(
    tx,
    { ...entry, subjects, action, accountId, siteId: site.id || null, via, requestId, approvedBy },
    now,
  );
}

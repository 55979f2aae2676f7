import { type AuditEntry, logChange, rowsWritten } from "#db/queries/common/audit-log.ts";
import { beginUndo, saveUndo } from "#db/queries/moderation/decision-undos.ts";
import type { ActionName } from "#db/schema/action-names.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { isAccount } from "../operations/actor.ts";
import type { CallContext } from "../operations/context.ts";
import type { WritingOperation } from "../operations/define.ts";
import { overLimitReason } from "./approval-policy.ts";
import { type DryRunResult, DryRunRollback } from "./dry-run.ts";

type Output = Record<string, unknown>;

export type Commit = (
  operation: WritingOperation,
  context: CallContext,
  input: Output,
  write: Store["write"],
  keep?: (tx: Tx, output: Output, entries: AuditEntry[]) => Promise<void>,
) => Promise<Output>;

/**
 * Commits a change together with its audit log entry and stored response. Exactly one entry is expected; any other
 * number is a bug.
 */
export const commit: Commit = async (operation, context, input, write, keep) => {
  const change = await operation.run(context, input);
  return write(async (tx) => {
    const entries: AuditEntry[] = [];
    const listingId = (await operation.undoListing?.({ ...context, read: tx }, input)) ?? null;
    const undo = listingId === null ? null : await beginUndo(tx, listingId);
    const before = await rowsWritten(tx);
    const output = await change(tx, (entry) => void entries.push(entry));
    const hasWritten = (await rowsWritten(tx)) > before;
    if (entries.length !== Number(hasWritten) && !isOpeningSandbox(context, entries))
      throw new Error(
        `${operation.name} ${hasWritten ? "wrote" : "did not write"} and recorded ${entries.length} changes`,
      );
    // A test checks `actionNames` against the registry, so this cast is safe.
    for (const entry of entries) {
      const changeId = await log(tx, operation.name as ActionName, context, entry);
      if (undo) await saveUndo(tx, { ...undo, changeId, siteId: context.site.id }, context.now);
    }
    await keep?.(tx, output, entries);
    return output;
  });
};

/** Rolls the change back after recording what it would have done. */
export async function dryRun(
  operation: WritingOperation,
  context: CallContext,
  input: Output,
  write: Store["write"],
): Promise<DryRunResult> {
  try {
    // A dry run sends no requests to third parties.
    return await commit(operation, { ...context, vatRegister: null }, input, write, async (tx, output, entries) => {
      const after = { ...context, read: tx };
      const approvalContent = await approvalContentOf(operation, after, input);
      throw new DryRunRollback({
        ...{ output, entries, approvalContent },
        overLimit: entries.length > 0 ? await overLimitReason(operation, after) : null,
      });
    }).then(neverCommitted);
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result;
    throw error;
  }
}

export const approvalContentOf = async (
  operation: WritingOperation,
  context: CallContext,
  input: Output,
): Promise<Output> => (await operation.approvalContent?.(context, input)) ?? {};

const neverCommitted = (): never => {
  throw new Error("a dry run was committed");
};

// The first use of a sandbox creates it, which changes nothing in the directory.
const isOpeningSandbox = ({ actor }: CallContext, entries: AuditEntry[]) =>
  isAccount(actor) && actor.isTest && entries.length === 0;

function log(
  tx: Tx,
  action: ActionName,
  { actor, site, requestId, now }: CallContext,
  entry: AuditEntry,
): Promise<number> {
  const via = actor.kind === "anonymous" ? "anonymous" : actor.via;
  const { accountId, approval } = isAccount(actor) ? actor : { accountId: null };
  const subjects: AuditEntry["subjects"] = approval
    ? [...entry.subjects, `approval_request:${approval.approvalRequest}` as const]
    : entry.subjects;
  const by = { accountId, siteId: site.id || null, via, requestId, approvedBy: approval?.by ?? null };
  return logChange(tx, { ...entry, subjects, action, ...by }, now);
}

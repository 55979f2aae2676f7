import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { invalid } from "../errors/errors.ts";
import { type AnyOperation, takesKey } from "../operations/define.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

export const dryRunArgument = "dry_run";

export const dryRunSchema: JsonSchema = {
  type: "boolean",
  description: "Changes nothing",
};

export const takesDryRun = (operation: AnyOperation): boolean => takesKey(operation);

/** Reads a boolean, which may be sent as text. Null and empty text count as false. Throws 422 for any other value. */
export function asksDryRun(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "false" || value === "") return false;
  if (value === true || value === "true") return true;
  return invalid(dryRunArgument, "invalid_type", "must be true or false");
}

export interface DryRunResult {
  output: Record<string, unknown>;
  entries: AuditEntry[];
  approvalContent: Record<string, unknown>;
  overLimit: string | null;
}

export class DryRunRollback extends Error {
  constructor(readonly result: DryRunResult) {
    super("dry run");
  }
}

export const dryRunMarks = ({ dry_run, not_tried }: { dry_run?: unknown; not_tried?: unknown }) =>
  dry_run === true ? { dry_run, not_tried } : {};

export const dryRunLine = ({ dry_run, not_tried = [] }: { dry_run?: unknown; not_tried?: unknown }): string | false =>
  dry_run === true &&
  [
    "Dry run: nothing was changed. The call would return the text below. New ids, links and values in this text are not valid.",
    ...(not_tried as string[]).map((part) => `Skipped: ${part}`),
  ].join(" ");

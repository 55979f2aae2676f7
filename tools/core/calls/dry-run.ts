import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { invalid } from "../errors/errors.ts";
import { type AnyOperation, takesKey } from "../operations/define.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

/** The argument over MCP, and the query parameter of REST, that asks what a call would do. */
export const dryRunArgument = "dry_run";

export const dryRunSchema: JsonSchema = {
  type: "boolean",
  description: "Only try it: nothing is changed",
};

/** Whether calls of an operation can be tried first: all that write for an account. */
export const takesDryRun = (operation: AnyOperation): boolean => takesKey(operation);

/** Whether a dry run is asked for. Throws 422 for what is neither yes nor no. */
export function asksDryRun(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "false" || value === "") return false;
  if (value === true || value === "true") return true;
  return invalid(dryRunArgument, "invalid_type", "must be true or false");
}

/** What a change would have been answered with, and what would stand in the log. */
export interface DryRunResult {
  output: Record<string, unknown>;
  entries: AuditEntry[];
  /** What would have gone out with it besides its input. */
  approvalContent: Record<string, unknown>;
  /** Why the person would be asked because of what the orders come to; null if that is not so. */
  overLimit: string | null;
}

/** Takes a change back that was only tried. */
export class DryRunRollback extends Error {
  constructor(readonly result: DryRunResult) {
    super("only tried");
  }
}

/** What marks an answer as a dry run's, whatever form it is brought into. */
export const dryRunMarks = ({ dry_run, not_tried }: { dry_run?: unknown; not_tried?: unknown }) =>
  dry_run === true ? { dry_run, not_tried } : {};

/** The first line of a dry run's text. */
export const dryRunLine = ({ dry_run, not_tried = [] }: { dry_run?: unknown; not_tried?: unknown }): string | false =>
  dry_run === true &&
  ["Only tried: nothing was done.", ...(not_tried as string[]).map((what) => `Not tried: ${what}`)].join(" ");

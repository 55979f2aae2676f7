import type { Entry } from "#db/queries/common/changes.ts";
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

/** Whether a trial is asked for. Throws 422 for what is neither yes nor no. */
export function isTrial(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "false" || value === "") return false;
  if (value === true || value === "true") return true;
  return invalid(dryRunArgument, "invalid_type", "must be true or false");
}

/** What a change would have been answered with, and what would stand in the log. */
export interface Tried {
  output: Record<string, unknown>;
  entries: Entry[];
  /** What would have gone out with it besides its input. */
  carried: Record<string, unknown>;
}

/** Takes a change back that was only tried. */
export class TriedOnly extends Error {
  constructor(readonly tried: Tried) {
    super("only tried");
  }
}

/** What marks an answer as a trial's, whatever form it is brought into. */
export const trialMarks = ({ dry_run, not_tried }: { dry_run?: unknown; not_tried?: unknown }) =>
  dry_run === true ? { dry_run, not_tried } : {};

/** The first line of a trial's text. */
export const trialLine = ({ dry_run, not_tried = [] }: { dry_run?: unknown; not_tried?: unknown }): string | false =>
  dry_run === true &&
  ["Only tried: nothing was done.", ...(not_tried as string[]).map((what) => `Not tried: ${what}`)].join(" ");

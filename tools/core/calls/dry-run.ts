import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { lookup } from "#db/values/lookup.ts";
import { invalid, type NextAction } from "../errors/errors.ts";
import { type AnyOperation, type AnyTool, takesKey } from "../operations/define.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

export const dryRunArgument = "dry_run";

/** The instructions describe this argument, because nearly every tool that writes has it. */
export const dryRunSchema: JsonSchema = { type: "boolean" };

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

type Fields = Record<string, unknown>;

/** Stands for a value that only a real run makes. */
const notMade = "(new)";

/** Sets the fields of `madeByRun` to null, and removes their values from texts and from next actions. */
export function withoutNewValues(output: Fields, { madeByRun = [] }: Pick<AnyOperation, "madeByRun">): Fields {
  let known = output;
  const values: unknown[] = [];
  for (const path of madeByRun) {
    const [name, inner] = path.split(".") as [string, string?];
    const part = lookup(known, name) as Fields;
    values.push(inner === undefined ? part : lookup(part, inner));
    known = { ...known, [name]: inner === undefined ? null : { ...part, [inner]: null } };
  }
  const made = values.filter((value) => value != null).map(String);
  if (made.length === 0) return output;
  if (Array.isArray(known.next_actions)) {
    const usesMade = new RegExp(`[:/=]"?(?:${made.map(RegExp.escape).join("|")})(?![\\w-])`);
    const actions = known.next_actions as NextAction[];
    known = { ...known, next_actions: actions.filter((action) => !usesMade.test(JSON.stringify(action))) };
  }
  const texts = made.filter((value) => value.length >= leastTextLength);
  return JSON.parse(texts.reduce((json, value) => json.replaceAll(value, notMade), JSON.stringify(known)));
}

/** Shorter values, such as ids, also occur in other words. */
const leastTextLength = 8;

/** Writes the text of a result, with `notMade` in place of the ids that a dry run sets to null. Links are left out. */
export function effectText(tool: AnyTool, output: Fields): string {
  const unmade = (tool.madeByRun ?? []).filter((name) => lookup(output, name) === null && !name.endsWith("_url"));
  return tool.text({ ...output, ...Object.fromEntries(unmade.map((name) => [name, notMade])) });
}

export function textOf(tool: AnyTool, output: Fields): string {
  if (output.dry_run !== true) return tool.text(output);
  const skipped = (output.not_tried as string[]).map((part) => `Skipped: ${part}`);
  const text = effectText(tool, output);
  const explained = text.includes(notMade) && `${notMade} stands for a value that only a real call creates.`;
  const intro = "Dry run: nothing was changed. A real call would return the text below.";
  return `${[intro, explained, ...skipped].filter(Boolean).join(" ")}\n${text}`;
}

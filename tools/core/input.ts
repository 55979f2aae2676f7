import type * as z from "zod";
import { lookup } from "../../db/lookup.ts";
import { type FieldError, Problem } from "./errors.ts";

const mostErrors = 50;
const longestField = 200;

/** Parses an input or throws 422 with one entry per fault, each saying what would be right. */
export function parseInput<T extends z.ZodObject>(schema: T, raw: unknown): z.output<T> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success && isClean(raw)) return parsed.data;
  const errors = parsed.success ? textErrors(raw, []) : parsed.error.issues.flatMap((issue) => fieldErrors(issue, []));
  const [first] = errors;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more, see errors.` : "";
  throw new Problem("validation_failed", `${first!.field || "input"} ${first!.message}.${more}`, {
    errors: errors.slice(0, mostErrors),
  });
}

type Path = readonly PropertyKey[];

const fieldName = (path: Path) => {
  const name = path.join(".");
  return name.length > longestField ? `${name.slice(0, longestField)}…` : name;
};

function fieldErrors(issue: z.core.$ZodIssue, parent: Path): FieldError[] {
  const path = [...parent, ...issue.path];
  const field = fieldName(path);
  if (issue.code === "unrecognized_keys") return issue.keys.flatMap((key) => unknownField([...path, key]));
  if (issue.input === undefined && issue.code !== "custom")
    return [{ field, code: "required", message: "is required" }];
  if (issue.code === "invalid_union") {
    // Where the value has the type of one branch only, that is the one that was meant.
    const meant = issue.errors.filter(
      (branch) => !branch.some((inner) => inner.path.length === 0 && isWrongType(inner)),
    );
    if (meant.length === 1) return meant[0]!.flatMap((inner) => fieldErrors(inner, path));
  }
  return [{ field, code: issue.code, message: messageOf(issue), ...bounds(issue), ...fixOf(issue) }];
}

// Text that is none of several values was meant to be one of them; a single value is there to be told apart by.
const isWrongType = (issue: z.core.$ZodIssue) =>
  issue.code === "invalid_type" ||
  (issue.code === "invalid_value" && (issue.values.length === 1 || typeof issue.input !== "string"));

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected === "int" ? "integer" : issue.expected)}`;
    case "too_small":
      return boundMessage(issue, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return boundMessage(issue, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_format":
      return formats[issue.format] ?? issue.message.replace("Invalid string: ", "");
    case "invalid_union":
      return (
        [...new Set(issue.errors.flatMap(([first]) => (first ? messageOf(first) : [])))].join(", or ") || "is not valid"
      );
    case "invalid_key":
      return `is not a key that is possible here${issue.issues[0] ? `: ${messageOf(issue.issues[0])}` : ""}`;
    default:
      return issue.message;
  }
}

const formats: Record<string, string> = {
  datetime: "must be an RFC 3339 time in UTC, such as 2026-11-21T10:00:00Z",
  date: "must be a date such as 2026-11-21",
  url: "must be an absolute address, such as https://example.com",
  email: "must be an email address",
};

function boundMessage({ origin }: { origin: string }, bound: number | bigint, relation: string): string {
  const unit = origin === "string" ? "character" : origin === "array" ? "item" : null;
  if (unit === null) return `must be ${relation} ${bound}`;
  return `must have ${relation} ${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
}

const article = (word: string) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;

function bounds(issue: z.core.$ZodIssue): Pick<FieldError, "limit" | "actual"> {
  if (issue.code !== "too_small" && issue.code !== "too_big") return {};
  const { input } = issue;
  const actual =
    typeof input === "number" ? input : typeof input === "string" || Array.isArray(input) ? input.length : undefined;
  return { limit: Number(issue.code === "too_small" ? issue.minimum : issue.maximum), actual };
}

const fixOf = (issue: z.core.$ZodIssue): Pick<FieldError, "fix"> =>
  issue.code === "invalid_value" ? { fix: `Use one of: ${issue.values.join(", ")}.` } : {};

const unknownField = (path: Path): FieldError[] => [
  {
    field: fieldName(path),
    code: "unknown_field",
    message: "is not a field of this operation",
    fix: "Leave it out, or check the spelling.",
  },
];

// zod drops this name wherever names are free, as in links by network, without a word.
const inherited = "__proto__";

/** Whether `textErrors` finds nothing, told without a list at every level: nearly every input is without fault. */
function isClean(value: unknown): boolean {
  if (typeof value === "string") return textFault(value) === null;
  if (value === null || typeof value !== "object") return true;
  for (const key in value)
    if (key === inherited || !isClean(key) || !isClean(lookup(value as Record<string, unknown>, key))) return false;
  return true;
}

function textErrors(value: unknown, path: string[]): FieldError[] {
  if (typeof value === "string") {
    const fault = textFault(value);
    return fault ? [{ field: fieldName(path), ...fault }] : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === inherited ? unknownField([...path, key]) : []),
    ...textErrors(key, [...path, key]),
    ...textErrors(inner, [...path, key]),
  ]);
}

// SQLite ends text at a NUL in some functions, and half a surrogate pair cannot be stored as UTF-8.
function textFault(text: string): Pick<FieldError, "code" | "message"> | null {
  if (text.includes("\0")) return { code: "nul_byte", message: "must not contain a NUL character" };
  if (!text.isWellFormed()) return { code: "not_unicode", message: "must not contain half a surrogate pair" };
  return null;
}

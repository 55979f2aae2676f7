import type * as z from "zod";
import { type FieldError, Problem } from "./errors.ts";

/** Parses an input or throws 422 with one entry per fault, each saying what would be right. */
export function parseInput<T extends z.ZodObject>(schema: T, raw: unknown): z.output<T> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  const errors = parsed.success ? nulErrors(raw, []) : parsed.error.issues.flatMap(fieldErrors);
  if (parsed.success && errors.length === 0) return parsed.data;
  const [first] = errors;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more, see errors.` : "";
  throw new Problem("validation_failed", `${first!.field || "input"} ${first!.message}.${more}`, { errors });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join("."),
      code: "unknown_field",
      message: "is not a field of this operation",
      fix: "Leave it out, or check the spelling.",
    }));
  if (issue.input === undefined && issue.code !== "custom")
    return [{ field, code: "required", message: "is required" }];
  return [{ field, code: issue.code, message: messageOf(issue), ...bounds(issue), ...fixOf(issue) }];
}

function messageOf(issue: z.core.$ZodIssue): string {
  const unit = (origin: string, count: number) =>
    origin === "string"
      ? ` character${count === 1 ? "" : "s"}`
      : origin === "array"
        ? ` item${count === 1 ? "" : "s"}`
        : "";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected === "int" ? "integer" : issue.expected)}`;
    case "too_small":
      return `must ${unit(issue.origin, 2) ? "have" : "be"} at least ${issue.minimum}${unit(issue.origin, Number(issue.minimum))}`;
    case "too_big":
      return `must ${unit(issue.origin, 2) ? "have" : "be"} at most ${issue.maximum}${unit(issue.origin, Number(issue.maximum))}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "invalid_format":
      return issue.format === "datetime"
        ? "must be an RFC 3339 time in UTC, such as 2026-11-21T10:00:00Z"
        : issue.message;
    default:
      return issue.message;
  }
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

// SQLite ends text at a NUL byte in some functions, so that one would hide what follows it.
function nulErrors(value: unknown, path: string[]): FieldError[] {
  if (typeof value === "string")
    return value.includes("\0")
      ? [{ field: path.join("."), code: "nul_byte", message: "must not contain a NUL character" }]
      : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => nulErrors(inner, [...path, key]));
}

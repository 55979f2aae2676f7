import type * as z from "zod";
import { closestMatch } from "../text/closest-match.ts";
import type { FieldError } from "./errors.ts";
import { fieldsAt, suggestField } from "./field-names.ts";

const maxFieldLength = 200;

export type Path = readonly PropertyKey[];

export const fieldName = (path: Path) => {
  const name = path.join(".");
  return name.length > maxFieldLength ? `${name.slice(0, maxFieldLength)}…` : name;
};

export function inputErrors(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  const suggested = new Set<string>();
  for (const error of issues.flatMap((issue) => fieldErrors(issue, [], schema))) {
    const { suggestion, ...fault } = error;
    // Only the first error of a field is reported.
    if (!byField.has(fault.field)) byField.set(fault.field, fault);
    if (suggestion !== undefined) suggested.add(suggestion);
  }
  // A field that was sent under the wrong name is not also reported as missing.
  return [...byField.values()].filter(({ field, code }) => code !== "required" || !suggested.has(field));
}

type Fault = FieldError & { suggestion?: string };

function fieldErrors(issue: z.core.$ZodIssue, parent: Path, schema: z.ZodType): Fault[] {
  const path = [...parent, ...issue.path];
  const field = fieldName(path);
  if (issue.code === "unrecognized_keys") {
    const fields = fieldsAt(schema, path);
    return issue.keys.map((key) => unknownField(path, key, fields, correctPath(schema, path, key, fields)));
  }
  if (issue.input === undefined && issue.code !== "custom")
    return [{ field, code: "required", message: "is required" }];
  if (issue.code === "invalid_union") {
    // If the value has the type of only one branch, report that branch's errors.
    const suggestion = issue.errors.filter(
      (branch) => !branch.some((inner) => inner.path.length === 0 && isWrongType(inner)),
    );
    if (suggestion.length === 1) return suggestion[0]!.flatMap((inner) => fieldErrors(inner, path, schema));
  }
  return [{ field, code: issue.code, message: messageOf(issue), ...bounds(issue), ...fixOf(issue) }];
}

/** Returns the path of a known field that was sent one level too high or too low, or null. */
function correctPath(schema: z.ZodType, path: Path, key: string, fields: string[]): Path | null {
  const inside = fields.find((field) => fieldsAt(schema, [...path, field]).includes(key));
  if (inside !== undefined) return [...path, inside, key];
  return fieldsAt(schema, []).includes(key) ? [key] : null;
}

function unknownField(path: Path, key: string, fields: string[], correct: Path | null): Fault {
  const match = correct === null ? suggestField(key, fields) : null;
  const suggestion = correct ? fieldName(correct) : match === null ? null : fieldName([...path, match]);
  const known = fields.length > 0 ? `Valid fields: ${fields.join(", ")}.` : "No fields are allowed here.";
  return {
    field: fieldName([...path, key]),
    code: "unknown_field",
    message: "is not a field of this operation",
    fix: suggestion === null ? `Remove it. ${known}` : `Did you mean ${suggestion}?`,
    ...(suggestion !== null && { suggestion }),
  };
}

// A string that is not one of the choices still has the right type.
const isWrongType = (issue: z.core.$ZodIssue) =>
  issue.code === "invalid_type" ||
  (issue.code === "invalid_value" && (issue.values.length === 1 || typeof issue.input !== "string"));

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNames.get(issue.expected) ?? `a ${issue.expected}`}`;
    case "too_small":
      // Empty form fields arrive as empty text.
      if (issue.origin === "string" && (issue.minimum === 1 || issue.input === "")) return "is required";
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
      return `is not a valid key${issue.issues[0] ? `: ${messageOf(issue.issues[0])}` : ""}`;
    default:
      return issue.message;
  }
}

const formats: Record<string, string> = {
  datetime: "must be an RFC 3339 time, such as 2026-11-21T10:00:00Z, or a date",
  date: "must be a date such as 2026-11-21",
  url: "must be an absolute URL, such as https://example.com",
  email: "must be an email address",
};

function boundMessage({ origin }: { origin: string }, bound: number | bigint, relation: string): string {
  const unit = origin === "string" ? "character" : origin === "array" ? "item" : null;
  if (unit === null) return `must be ${relation} ${bound}`;
  return `must have ${relation} ${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
}

const typeNames = new Map(
  Object.entries({ int: "an integer", boolean: "true or false", array: "a list", object: "an object" }),
);

function bounds(issue: z.core.$ZodIssue): Pick<FieldError, "limit" | "actual"> {
  if (issue.code !== "too_small" && issue.code !== "too_big") return {};
  const { input } = issue;
  const actual =
    typeof input === "number" ? input : typeof input === "string" || Array.isArray(input) ? input.length : undefined;
  return { limit: Number(issue.code === "too_small" ? issue.minimum : issue.maximum), actual };
}

function fixOf(issue: z.core.$ZodIssue): Pick<FieldError, "fix"> {
  if (issue.code !== "invalid_value") return {};
  const options = issue.values.map(String);
  const suggestion = typeof issue.input === "string" ? closestMatch(issue.input, options) : null;
  return { fix: `${suggestion === null ? "" : `Did you mean ${suggestion}? `}Use one of: ${options.join(", ")}.` };
}

import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { type FieldError, Problem } from "../errors/errors.ts";
import { fieldName, inputErrors } from "../errors/input-errors.ts";
import { type CoerceOptions, coerceInput } from "./coerce-input.ts";

const maxErrors = 50;
// JSON text first becomes a list. The next round converts the items.
const maxRounds = 3;

export function parseInput<T extends z.ZodObject>(schema: T, raw: unknown, options: CoerceOptions): z.output<T> {
  let parsed = schema.safeParse(raw, { reportInput: true });
  for (let input = raw, round = 0; !parsed.success && round < maxRounds; round++) {
    const coerced = coerceInput(input, parsed.error.issues, options);
    if (coerced === null) break;
    input = coerced;
    parsed = schema.safeParse(input, { reportInput: true });
  }
  if (parsed.success && isClean(raw)) return parsed.data;
  const errors = parsed.success ? textErrors(raw, []) : inputErrors(schema, parsed.error.issues);
  const [first] = errors;
  const more = errors.length > 1 ? ` See errors for ${errors.length - 1} more.` : "";
  throw new Problem("validation_failed", `${first!.field || "input"} ${first!.message}.${more}`, {
    errors: errors.slice(0, maxErrors),
  });
}

/** Whether `textErrors` finds nothing. Unlike `textErrors`, it builds no lists, because nearly every input is valid. */
function isClean(value: unknown): boolean {
  if (typeof value === "string") return textFault(value) === null;
  if (value === null || typeof value !== "object") return true;
  for (const key in value) if (keyFault(key) || !isClean(lookup(value as Record<string, unknown>, key))) return false;
  return true;
}

function textErrors(value: unknown, path: string[]): FieldError[] {
  if (typeof value === "string") {
    const fault = textFault(value);
    return fault ? [{ field: fieldName(path), ...fault }] : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const fault = keyFault(key);
    return fault ? [{ field: fieldName([...path, key]), ...fault }] : textErrors(inner, [...path, key]);
  });
}

type TextFault = Pick<FieldError, "code" | "message"> | null;

// Schemas with arbitrary keys would silently drop `__proto__`.
const keyFault = (key: string): TextFault =>
  key === "__proto__" ? { code: "unknown_field", message: "is not a field of this operation" } : textFault(key);

// Some SQLite functions end text at a NUL, and a lone surrogate cannot be stored as UTF-8.
function textFault(text: string): TextFault {
  if (text.includes("\0")) return { code: "nul_byte", message: "must not contain a NUL character" };
  if (!text.isWellFormed()) return { code: "not_unicode", message: "must not contain an unpaired surrogate" };
  return null;
}

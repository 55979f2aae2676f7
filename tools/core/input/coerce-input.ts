import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";

export interface CoerceOptions {
  /** Whether null and empty text mean "not given", as models often send them. In a PATCH they clear a field. */
  isEmptyAbsent: boolean;
  /** True if every value must have its declared type. Then only empty text in a text field can mean "not given". */
  isStrict?: boolean;
}

// An input with more errors than this is not worth correcting.
const maxCoerced = 50;

/** The replacement for a value. Without `value`, the field is removed. */
interface Meant {
  value?: unknown;
}

/**
 * Returns the input with obvious types converted: numerals to numbers, `"true"` to true, `"Free"` to `free`, a single
 * value or JSON text to a list. Returns null if nothing can be converted.
 */
export function coerceInput(input: unknown, issues: readonly z.core.$ZodIssue[], options: CoerceOptions): unknown {
  if (issues.length > maxCoerced) return null;
  let result: unknown = null;
  for (const issue of issues) {
    const meant = issue.path.length > 0 ? meantBy(issue, options) : null;
    if (meant) result = exchanged(result ?? input, issue.path, meant);
  }
  return result;
}

function meantBy(issue: z.core.$ZodIssue, options: CoerceOptions): Meant | null {
  const { input } = issue;
  const isField = typeof issue.path.at(-1) === "string";
  const isEmpty = options.isStrict ? issue.code !== "invalid_type" && input === "" : input === null || input === "";
  if (options.isEmptyAbsent && isField && isEmpty) return {};
  if (options.isStrict) return null;
  if (issue.code === "invalid_type") return converted(input, issue.expected);
  if (issue.code === "invalid_value") return option(input, issue.values);
  if (issue.code !== "invalid_union") return null;
  for (const [only, ...others] of issue.errors) {
    const meant = only && others.length === 0 ? meantBy(only, options) : null;
    // The branch for a single value has already been checked. A list of the same value would only move the error one
    // level down.
    if (Array.isArray(meant?.value) && meant.value.length === 1 && meant.value[0] === input) continue;
    if (meant && only!.path.length === 0) return meant;
    if (meant) return { value: exchanged(input, only!.path, meant) };
  }
  return null;
}

export const isNumeral = (text: string) => /^-?\d{1,30}(\.\d{1,15})?$/.test(text);

function converted(input: unknown, expected: string): Meant | null {
  const text = typeof input === "string" ? input.trim() : null;
  switch (expected) {
    case "number":
    case "int":
      return text !== null && isNumeral(text) ? { value: Number(text) } : null;
    case "boolean":
      return text !== null && /^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === "true" } : null;
    case "string":
      return typeof input === "number" ? { value: String(input) } : null;
    case "array":
      if (text === null) return isOneItem(input) ? { value: [input] } : null;
      return text.startsWith("[") ? parsed(text) : { value: text.split(",").map((item) => item.trim()) };
    case "object":
      return text?.startsWith("{") ? parsed(text) : null;
    default:
      return null;
  }
}

const isOneItem = (input: unknown) => typeof input === "number" || (typeof input === "object" && input !== null);

function option(input: unknown, options: readonly z.core.util.Primitive[]): Meant | null {
  if (typeof input !== "string") return null;
  const value = options.find((option) => typeof option === "string" && foldedChoice(option) === foldedChoice(input));
  return value === undefined ? null : { value };
}

/** Returns a choice in lower case with hyphens, because callers vary case, spaces and underscores. */
export const foldedChoice = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

function parsed(text: string): Meant | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Returns a copy with one path replaced. */
function exchanged(node: unknown, [key, ...rest]: readonly PropertyKey[], meant: Meant): unknown {
  if (Array.isArray(node)) {
    const value = rest.length > 0 ? exchanged(node[Number(key)], rest, meant) : meant.value;
    return node.with(Number(key), value);
  }
  const object = node as Record<string, unknown>;
  const name = String(key);
  if (rest.length > 0) return { ...object, [name]: exchanged(lookup(object, name), rest, meant) };
  const { [name]: _, ...others } = object;
  return "value" in meant ? { ...object, [name]: meant.value } : others;
}

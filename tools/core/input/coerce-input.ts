import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";

export interface CoerceOptions {
  /** Whether null and empty text count as not given. Models often send them. In a PATCH, they clear a field. */
  isEmptyAbsent: boolean;
  /** If true, only empty text in a text field means "not given". */
  isStrict?: boolean;
}

// An input with more errors than this is not worth correcting.
const maxCoerced = 50;

/** If `value` is absent, the field is removed. */
interface Replacement {
  value?: unknown;
}

/**
 * Converts values with an obvious meaning: numerals, `"true"`, `"Free"`, and a single value or JSON text where a list
 * is expected. Returns null if nothing can be converted.
 */
export function coerceInput(input: unknown, issues: readonly z.core.$ZodIssue[], options: CoerceOptions): unknown {
  if (issues.length > maxCoerced) return null;
  let result: unknown = null;
  for (const issue of issues) {
    const replacement = issue.path.length > 0 ? replacementOf(issue, options) : null;
    if (replacement) result = withReplacement(result ?? input, issue.path, replacement);
  }
  return result;
}

function replacementOf(issue: z.core.$ZodIssue, options: CoerceOptions): Replacement | null {
  const { input } = issue;
  const isField = typeof issue.path.at(-1) === "string";
  const isEmpty = options.isStrict ? issue.code !== "invalid_type" && input === "" : input === null || input === "";
  if (options.isEmptyAbsent && isField && isEmpty) return {};
  if (options.isStrict) return null;
  if (issue.code === "invalid_type") return convertedTo(input, issue.expected);
  if (issue.code === "invalid_value") return choiceIn(input, issue.values);
  if (issue.code !== "invalid_union") return null;
  for (const [only, ...others] of issue.errors) {
    const replacement = only && others.length === 0 ? replacementOf(only, options) : null;
    // A list that contains only this value would not help, because the union has already rejected the value on its own.
    if (Array.isArray(replacement?.value) && replacement.value.length === 1 && replacement.value[0] === input) continue;
    if (replacement && only!.path.length === 0) return replacement;
    if (replacement) return { value: withReplacement(input, only!.path, replacement) };
  }
  return null;
}

export const isNumeral = (text: string) => /^-?\d{1,30}(\.\d{1,15})?$/.test(text);

function convertedTo(input: unknown, expected: string): Replacement | null {
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
      return text.startsWith("[") ? parsedJson(text) : { value: text.split(",").map((item) => item.trim()) };
    case "object":
      return text?.startsWith("{") ? parsedJson(text) : null;
    default:
      return null;
  }
}

const isOneItem = (input: unknown) => typeof input === "number" || (typeof input === "object" && input !== null);

function choiceIn(input: unknown, options: readonly z.core.util.Primitive[]): Replacement | null {
  if (typeof input !== "string") return null;
  const value = options.find((one) => typeof one === "string" && foldedChoice(one) === foldedChoice(input));
  return value === undefined ? null : { value };
}

/** Returns a choice in lower case with hyphens, because callers vary case, spaces and underscores. */
export const foldedChoice = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

function parsedJson(text: string): Replacement | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function withReplacement(node: unknown, [key, ...rest]: readonly PropertyKey[], replacement: Replacement): unknown {
  if (Array.isArray(node)) {
    const value = rest.length > 0 ? withReplacement(node[Number(key)], rest, replacement) : replacement.value;
    return node.with(Number(key), value);
  }
  const object = node as Record<string, unknown>;
  const name = String(key);
  if (rest.length > 0) return { ...object, [name]: withReplacement(lookup(object, name), rest, replacement) };
  const { [name]: _, ...others } = object;
  return "value" in replacement ? { ...object, [name]: replacement.value } : others;
}

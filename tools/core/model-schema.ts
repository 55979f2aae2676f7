import { collapsed, type JsonSchema } from "./json-schema.ts";

/**
 * The JSON Schema of an input as MCP shows it: types, names and enumerations, and all else in words. Strict hosts accept
 * little more (structured outputs of OpenAI and Anthropic refuse patterns, lengths, defaults and open objects), and a host
 * that checks arguments itself would put its own words before ours. What is deprecated is accepted and not shown: who
 * reads this list has no reason to begin with it.
 */
export function modelSchema(schema: JsonSchema): JsonSchema {
  const single = collapsed(schema);
  if (single) return modelSchema(single);
  const { type, properties, items, required } = schema;
  const options = schema.enum ?? (schema.const !== undefined ? [schema.const] : undefined);
  const description = inWords(schema, options !== undefined);
  return {
    ...(type !== undefined && { type }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(modelSchema) }),
    ...(description !== "" && { description }),
    ...(options !== undefined && { enum: options }),
    ...(items !== undefined && { items: modelSchema(items as JsonSchema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>)
          .filter(([, inner]) => inner.deprecated !== true)
          .map(([name, inner]) => [name, modelSchema(inner)]),
      ),
    }),
    ...(required !== undefined && { required }),
    ...(properties !== undefined && { additionalProperties: false }),
  };
}

// Beyond, a bound is there for the server's sake.
const largestBound = 100_000;

/** The description, with bounds, default and an example where the type does not show them. */
function inWords(schema: JsonSchema, isEnumerated: boolean): string {
  const { description = "", minimum, maximum, minItems, maxItems, default: preset, examples } = schema;
  const [example] = (examples as unknown[] | undefined) ?? [];
  const isPlain = isEnumerated || schema.type === "boolean";
  const notes = [
    range(minimum, maximum),
    range(minItems, maxItems),
    preset !== undefined && preset !== false && `default ${preset}`,
    example !== undefined && !isPlain && `e.g. ${typeof example === "string" ? example : JSON.stringify(example)}`,
  ].filter((note) => typeof note === "string");
  return notes.length === 0 ? String(description) : `${description} (${notes.join("; ")})`.trim();
}

const range = (min: unknown, max: unknown): string | false => {
  if (typeof max !== "number" || max > largestBound) return false;
  return typeof min === "number" ? `${min} to ${max}` : `at most ${max}`;
};

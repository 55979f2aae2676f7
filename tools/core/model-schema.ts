import type { JsonSchema } from "./json-schema.ts";

/**
 * The JSON Schema of an input as MCP shows it: types, names and enumerations, and all else in words. Strict hosts accept
 * little more (structured outputs of OpenAI and Anthropic refuse patterns, lengths, defaults and open objects), and a host
 * that checks arguments itself would put its own words before ours.
 */
export function modelSchema(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return ofBranches(schema, schema.anyOf);
  const { type, properties, items, required } = schema;
  const options = schema.enum ?? (schema.const !== undefined ? [schema.const] : undefined);
  const description = inWords(schema, options !== undefined);
  if (type === undefined || (isObject(schema) && properties === undefined))
    throw new Error(`a schema that strict hosts refuse: ${JSON.stringify(schema)}`);
  return {
    type,
    ...(description !== "" && { description }),
    ...(options !== undefined && { enum: options }),
    ...(items !== undefined && { items: modelSchema(items as JsonSchema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, inner]) => [name, modelSchema(inner)]),
      ),
    }),
    ...(required !== undefined && { required }),
    ...(isObject(schema) && { additionalProperties: false }),
  };
}

const isObject = ({ type }: JsonSchema) => type === "object" || (Array.isArray(type) && type.includes("object"));

/** One schema for `anyOf` of something and null; what may be one value or several stays `anyOf`. */
function ofBranches({ anyOf: _, ...rest }: JsonSchema, branches: JsonSchema[]): JsonSchema {
  const [some, ...others] = branches.filter(({ type }) => type !== "null");
  if (some === undefined) throw new Error(`no type: ${JSON.stringify(branches)}`);
  if (others.length > 0) return { description: inWords(rest, false), anyOf: branches.map(modelSchema) };
  const isNullable = branches.length > 1;
  return modelSchema({
    ...some,
    ...rest,
    ...(isNullable && { type: [some.type, "null"].flat() }),
    ...(isNullable && Array.isArray(some.enum) && { enum: [...some.enum, null] }),
  });
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

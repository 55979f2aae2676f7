import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";

export type JsonSchema = { [key: string]: unknown };

/** Returns the schema with all limits. model-schema.ts reduces it for MCP. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compact(inlined(rawSchema(schema, "input"))) as JsonSchema;
}

/**
 * Has only the types of the top-level fields, because models pay for every token. Fields that may be null have no type.
 * OpenAPI has the whole schema.
 */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  const { properties } = nullInTypes(inlined(rawSchema(schema, "output"))) as { properties: JsonSchema };
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  return { type: "object", properties: Object.fromEntries(fields.map(([name, field]) => [name, typeOf(field)])) };
}

const typeOf = ({ type, anyOf }: JsonSchema): JsonSchema => ({
  ...(type !== undefined && !Array.isArray(type) && { type }),
  ...(Array.isArray(anyOf) && { anyOf: anyOf.map(typeOf) }),
});

/** Allows additional fields, so that generated clients accept new ones. */
export function answerJsonSchema(schema: z.ZodType): JsonSchema {
  return compact(rawSchema(schema, "output"), true) as JsonSchema;
}

const rawSchema = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, reused: "inline" }) as JsonSchema;

// zod writes `.meta({ id })` schemas as $defs, but a tool's schema must be self-contained.
function inlined(schema: JsonSchema): JsonSchema {
  const definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== "object") return node;
    const { $ref, $defs, ...rest } = node as JsonSchema;
    const target = typeof $ref === "string" ? resolve(lookup(definitions, $ref.replace("#/$defs/", ""))) : {};
    return {
      ...(target as JsonSchema),
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value)])),
    };
  };
  return resolve(schema) as JsonSchema;
}

/** Turns an `anyOf` of one schema, with or without null, into that schema. Returns null for any other schema. */
export function withoutNullBranch({ anyOf: branches, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(branches)) return null;
  const [some, ...others] = (branches as JsonSchema[]).filter(({ type }) => type !== "null");
  if (some === undefined || others.length > 0) return null;
  const isNullable = branches.length > 1;
  return {
    ...some,
    ...rest,
    ...(isNullable && { type: [some.type, "null"].flat() }),
    ...(isNullable && Array.isArray(some.enum) && { enum: [...some.enum, null] }),
  };
}

function nullInTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nullInTypes);
  if (node === null || typeof node !== "object") return node;
  const { const: value, ...plain } = withoutNullBranch(node as JsonSchema) ?? (node as JsonSchema);
  const shown =
    value === undefined ? plain : { ...plain, enum: [value, ...([plain.type].flat().includes("null") ? [null] : [])] };
  return Object.fromEntries(
    Object.entries(shown).map(([key, inner]) => [key, valueKeywords.has(key) ? inner : nullInTypes(inner)]),
  );
}

const unboundedInteger = Number.MAX_SAFE_INTEGER;

/** Keywords whose values are data, not schemas. */
const valueKeywords = new Set(["default", "const", "enum", "examples"]);

// Removes keywords that carry no information, because models pay for every token of tools/list.
function compact(node: unknown, isOpen = false, isNameMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, isOpen));
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).flatMap(([key, inner]) => {
    if (!isNameMap && isRedundant(key, inner, node, isOpen)) return [];
    // zod drops `examples` of transformed schemas but keeps unknown keywords such as `example`.
    if (!isNameMap && key === "example") return [["examples", [inner]]];
    if (!isNameMap && valueKeywords.has(key)) return [[key, inner]];
    return [[key, compact(inner, isOpen, !isNameMap && (key === "properties" || key === "$defs"))]];
  });
  return Object.fromEntries(kept);
}

function isRedundant(key: string, value: unknown, schema: object, isOpen: boolean): boolean {
  switch (key) {
    case "$schema":
    case "id":
      return true;
    case "additionalProperties":
      return isOpen && value === false;
    case "maximum":
      return value === unboundedInteger;
    case "minimum":
      return value === -unboundedInteger;
    case "pattern":
      return "format" in schema;
    case "propertyNames":
      return JSON.stringify(value) === '{"type":"string"}';
    default:
      return false;
  }
}

import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";

export type JsonSchema = { [key: string]: unknown };

/** The JSON Schema (2020-12) of a tool's input, with all bounds; model-schema.ts says what of it MCP shows. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compact(inlined(rawSchema(schema, "input")), {}) as JsonSchema;
}

/**
 * The JSON Schema of a tool's answer: names, types and choices, by which clients check it and models write code. They
 * read the answer itself, so prose is left out, and so is which fields there always are (OpenAPI has both).
 */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  const dropped = {
    description: true,
    additionalProperties: true,
    propertyNames: true,
    enum: true,
    format: true,
    required: true,
  };
  return nullInTypes(compact(inlined(rawSchema(schema, "output")), dropped)) as JsonSchema;
}

/**
 * The JSON Schema of an answer for the API description: prose and formats stay, `.meta({ id })` schemas are its `$defs`.
 * It is left open, so that a client made from it survives a field we add.
 */
export function answerJsonSchema(schema: z.ZodType): JsonSchema {
  return compact(rawSchema(schema, "output"), { additionalProperties: true }) as JsonSchema;
}

const rawSchema = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, reused: "inline" }) as JsonSchema;

// zod writes `.meta({ id })` schemas as $defs; a tool's schema stands alone, so they are put back in place.
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

/** A schema without its `anyOf`, where that is of something and null; null where it says more. */
export function collapsed({ anyOf: branches, ...rest }: JsonSchema): JsonSchema | null {
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

/** Says of everything that may be null that its type is one of two, which is the shortest way. */
function nullInTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nullInTypes);
  if (node === null || typeof node !== "object") return node;
  const { const: value, ...plain } = collapsed(node as JsonSchema) ?? (node as JsonSchema);
  const shown =
    value === undefined ? plain : { ...plain, enum: [value, ...([plain.type].flat().includes("null") ? [null] : [])] };
  return Object.fromEntries(
    Object.entries(shown).map(([key, inner]) => [key, valueKeywords.has(key) ? inner : nullInTypes(inner)]),
  );
}

const unboundedInteger = Number.MAX_SAFE_INTEGER;

/** Keywords that hold data, not schemas. */
const valueKeywords = new Set(["default", "const", "enum", "examples"]);

/**
 * Keywords to leave out besides those that say nothing; `enum` only if it has more than `maxChoices` values. Without
 * `propertyNames` a map says nothing of its values either.
 */
type Dropped = {
  [keyword in "description" | "additionalProperties" | "propertyNames" | "enum" | "format" | "required"]?: boolean;
};

/** Longer lists of choices in an answer cost a model more tokens than they are worth: the answer shows the value. */
const maxChoices = 7;

// Keeps names and types, drops what only repeats them: tools/list is read by models that pay by the token.
function compact(node: unknown, dropped: Dropped, isNameMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, dropped));
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).flatMap(([key, inner]) => {
    if (!isNameMap && saysNothing(key, inner, node, dropped)) return [];
    // zod leaves the `examples` of what it transforms out, and keeps what it does not know.
    if (!isNameMap && key === "example") return [["examples", [inner]]];
    if (!isNameMap && valueKeywords.has(key)) return [[key, inner]];
    return [[key, compact(inner, dropped, !isNameMap && (key === "properties" || key === "$defs"))]];
  });
  return Object.fromEntries(kept);
}

function saysNothing(key: string, value: unknown, schema: object, dropped: Dropped): boolean {
  switch (key) {
    case "$schema":
    case "id":
      return true;
    case "description":
    case "format":
    case "required":
      return dropped[key] === true;
    case "additionalProperties":
      return dropped.additionalProperties === true && (value === false || dropped.propertyNames === true);
    case "enum":
      return dropped.enum === true && (value as unknown[]).length > maxChoices;
    case "maximum":
      return value === unboundedInteger;
    case "minimum":
      return value === -unboundedInteger;
    case "pattern":
      return "format" in schema;
    case "propertyNames":
      return dropped.propertyNames === true || JSON.stringify(value) === '{"type":"string"}';
    default:
      return false;
  }
}

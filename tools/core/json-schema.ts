import * as z from "zod";

export type JsonSchema = { [key: string]: unknown };

/** The JSON Schema (2020-12) of a tool's input as MCP clients see it: everything a model needs to fill it in. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compact(z.toJSONSchema(schema, { io: "input", reused: "inline" }) as JsonSchema, true);
}

/** The JSON Schema of a tool's answer, without prose: clients check with it, models read the answer itself. */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compact(inlined(z.toJSONSchema(schema, { io: "output", reused: "inline" }) as JsonSchema), false);
}

// zod writes `.meta({ id })` schemas as $defs; a tool's schema stands alone, so they are put back in place.
function inlined(schema: JsonSchema): JsonSchema {
  const definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== "object") return node;
    const { $ref, $defs, ...rest } = node as JsonSchema;
    if (typeof $ref === "string") return resolve(definitions[$ref.replace("#/$defs/", "")]);
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value)]));
  };
  return resolve(schema) as JsonSchema;
}

const unboundedInteger = Number.MAX_SAFE_INTEGER;

// Keeps names and types, drops what only repeats them: tools/list is read by models that pay by the token.
function compact(node: unknown, keepDescriptions: boolean): JsonSchema {
  const walk = (value: unknown, isNameMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, false));
    if (value === null || typeof value !== "object") return value;
    const kept = Object.entries(value).flatMap(([key, inner]) => {
      if (!isNameMap) {
        if (key === "$schema" || key === "id") return [];
        if (key === "description" && !keepDescriptions) return [];
        if (key === "maximum" && inner === unboundedInteger) return [];
        if (key === "minimum" && inner === -unboundedInteger) return [];
        if (key === "pattern" && "format" in value) return [];
        if (key === "additionalProperties" && inner === false && !keepDescriptions) return [];
        if (key === "format" && !keepDescriptions) return [];
      }
      return [[key, walk(inner, key === "properties")]];
    });
    return Object.fromEntries(kept);
  };
  return walk(node, false) as JsonSchema;
}

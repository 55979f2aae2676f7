import { type JsonSchema, withoutNullBranch } from "./json-schema.ts";

/**
 * Writes limits as prose, because strict hosts reject the keywords for limits. Other hosts would check limits
 * themselves and hide our error messages. Every accepted field is listed, because some hosts drop unlisted fields.
 */
export function modelSchema(schema: JsonSchema): JsonSchema {
  const single = withoutNullBranch(schema) ?? asList(schema);
  if (single) return modelSchema(single);
  const { type, properties, items, required } = schema;
  const options = schema.enum ?? (schema.const !== undefined ? [schema.const] : undefined);
  const description = fullDescription(schema, isListed(schema) || isListed(items as JsonSchema | undefined));
  const isSameDescription = haveSameDescription(Object.values((properties ?? {}) as Record<string, JsonSchema>));
  return {
    ...(type !== undefined && { type }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(modelSchema) }),
    ...(description !== "" && { description }),
    ...(schema.deprecated === true && { deprecated: true }),
    ...(options !== undefined && { enum: options }),
    ...(items !== undefined && { items: modelSchema(items as JsonSchema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, inner]) => [
          name,
          modelSchema(isSameDescription ? { type: inner.type } : withUsefulDescription(name, inner)),
        ]),
      ),
    }),
    ...(required !== undefined && { required }),
    ...(properties !== undefined && { additionalProperties: false }),
  };
}

function asList({ anyOf: branches, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(branches) || branches.length !== 2) return null;
  const [value, { minItems, maxItems, ...list }] = branches as [JsonSchema, JsonSchema];
  return Bun.deepEquals(list.items, value) ? { ...list, ...rest } : null;
}

/** Removes a description that only repeats the name. */
function withUsefulDescription(name: string, { description, ...schema }: JsonSchema): JsonSchema {
  const isName = String(description).toLowerCase().endsWith(name.replaceAll("_", " "));
  return isName ? schema : { ...schema, description };
}

const isListed = (schema: JsonSchema | undefined) => schema?.enum !== undefined || schema?.const !== undefined;

/** Whether all fields have the same description, which then needs to appear only once. */
const haveSameDescription = (fields: JsonSchema[]): boolean =>
  fields.length > 2 &&
  fields.every(({ type, description }) => type === "string" && description === fields[0]!.description);

// Larger limits only protect the server, and models need not know them.
const largestNumber = 100_000;
const maxListLength = 20;

function fullDescription(schema: JsonSchema, isEnumerated: boolean): string {
  const {
    description: prose = "",
    minimum,
    maximum,
    minItems,
    maxItems,
    default: defaultValue,
    examples,
  } = schema as JsonSchema & { description?: string };
  const [example] = (examples as unknown[] | undefined) ?? [];
  const notes = [
    range(minimum, maximum, largestNumber),
    range(minItems, maxItems, maxListLength),
    // A default that is the minimum is what callers expect.
    defaultValue !== undefined && defaultValue !== false && defaultValue !== minimum && `default ${defaultValue}`,
    !isEnumerated && showsFormat(example) && !prose.includes(exampleText(example)) && `e.g. ${exampleText(example)}`,
  ].filter((note) => typeof note === "string");
  if (prose === "") return notes.join("; ");
  return notes.length === 0 ? prose : `${prose} (${notes.join("; ")})`;
}

/** An example helps if it shows a format, such as that of a slug or week, but not if it is plain text or a URL. */
const showsFormat = (example: unknown): boolean =>
  typeof example === "string" ? !/ |@|:\/\//.test(example) : typeof example === "object";

const exampleText = (example: unknown): string =>
  typeof example === "string" ? example : Array.isArray(example) ? example.join(", ") : JSON.stringify(example);

const range = (min: unknown, max: unknown, limit: number): string | false => {
  if (typeof max !== "number" || max > limit) return false;
  return typeof min === "number" ? `${min} to ${max}` : `at most ${max}`;
};

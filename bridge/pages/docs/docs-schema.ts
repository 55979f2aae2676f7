import type { JsonSchema } from "#tools/core/schema/json-schema.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";

const refPrefix = "#/components/schemas/";
export const refName = (schema: JsonSchema): string | null =>
  typeof schema.$ref === "string" ? schema.$ref.replace(refPrefix, "") : null;

export const recordLink = (name: string): Html => html`<a href="/docs/records#${name}">${name}</a>`;
const alternatives = (schema: JsonSchema) => (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];

/** The type of a value in words, such as `integer, 1 to 100` or `list of ListingCard`. */
export function typeOf(schema: JsonSchema): HtmlValue {
  const name = refName(schema);
  if (name) return recordLink(name);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.filter((value) => value !== null).map((value) => html`<code>${String(value)}</code>`);
    return either(schema.enum.includes(null) ? [...values, "null"] : values);
  }
  if (alternatives(schema).length > 0) return either(alternatives(schema).map(typeOf));
  const types = [schema.type ?? "any"].flat() as string[];
  return either(types.map((type) => single(type, schema)));
}

function single(type: string, schema: JsonSchema): HtmlValue {
  const { items, additionalProperties, properties } = schema as Record<string, JsonSchema | undefined>;
  if (type === "array") return ["list of ", several(items), range(schema, "Items", " items")];
  if (type === "object" && additionalProperties && typeof additionalProperties === "object" && !properties)
    return ["object of ", several(additionalProperties)];
  if (type === "string") {
    const format = schema.format === "date-time" ? "time" : schema.format === "uri" ? "URL" : schema.format;
    return [String(format ?? "string"), range(schema, "Length", " characters")];
  }
  return type === "integer" || type === "number" ? [type, range(schema, "imum", "")] : type;
}

function several(schema: JsonSchema | undefined): HtmlValue {
  if (schema === undefined) return "anything";
  if ("enum" in schema || "format" in schema || typeof schema.type !== "string" || schema.type === "array")
    return typeOf(schema);
  const bounds = schema.type === "string" ? range(schema, "Length", " characters") : range(schema, "imum", "");
  return `${schema.type}s${bounds.replace(",", ", each")}`;
}

function range(schema: JsonSchema, suffix: "Items" | "Length" | "imum", unit: string): string {
  const [low, high] = [schema[`min${suffix}` as const], schema[`max${suffix}` as const]] as (number | undefined)[];
  const from = low || (suffix === "imum" ? low : undefined);
  const format = (bound: number) => bound.toLocaleString("en");
  if (from === undefined) return high === undefined ? "" : `, at most ${format(high)}${unit}`;
  if (high === undefined) return `, at least ${format(from)}${unit}`;
  return `, ${from === high ? format(from) : `${format(from)} to ${format(high)}`}${unit}`;
}

const either = (values: HtmlValue[]): HtmlValue[] =>
  values.flatMap((value, i) => (i === 0 ? [value] : [i === values.length - 1 ? " or " : ", ", value]));

/** Lists the fields of an object, or of the objects in a list. Returns null if there are none. */
export function fieldList(schema: JsonSchema): Html | null {
  const owner = [schema, schema.items as JsonSchema | undefined, ...alternatives(schema)].find(
    (candidate) => candidate?.properties,
  );
  if (!owner) return null;
  const required = new Set((owner.required ?? []) as string[]);
  const fields = Object.entries(owner.properties as Record<string, JsonSchema>);
  return html`<ul class="fields" role="list">${fields.map(
    ([name, field]) => html`
<li><code>${name}</code> <span class="type">${typeOf(field)}${!required.has(name) && ", optional"}</span>${
      typeof field.description === "string" && html` <span class="note">${field.description}</span>`
    }${fieldList(field)}</li>`,
  )}
</ul>`;
}

/**
 * Names of the schemas that several responses, or other schemas, refer to. The Records page explains each of them once.
 */
export function sharedRecords(schemas: Record<string, JsonSchema>, responses: string[]): string[] {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const name = refName(node as JsonSchema);
    // A record inside another one counts as shared, because the outer record does not show the inner record's fields.
    if (name) counts.set(name, 2);
    Object.values(node).forEach(visit);
  };
  Object.values(schemas).forEach(visit);
  responses.forEach(count);
  return Object.keys(schemas).filter((name) => (counts.get(name) ?? 0) > 1);
}

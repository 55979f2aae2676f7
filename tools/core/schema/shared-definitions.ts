import type { JsonSchema } from "./json-schema.ts";

/** Minimum length at which a reference is shorter than the definition. */
const worthNaming = 60;
/** Minimum number of shared fields for a readable reference. */
const enoughAlike = 4;

interface Spelt {
  place: string;
  /** Each field with its schema as JSON. */
  fields: Map<string, string>;
}

/**
 * Defines each object of the output schemas once and refers to it afterwards, because models pay for every copy: `as
 * get_draft` is the same object, `as get_listing, and:` adds fields, `id, url as get_draft` shares two fields.
 * References stay within the list.
 */
export function shareDefinitions(
  answers: readonly (readonly [tool: string, schema: JsonSchema])[],
): Map<string, JsonSchema> {
  const spelt: Spelt[] = [];
  const places = new Map<string, string>();

  const shown = (node: unknown, place: string): unknown => {
    if (Array.isArray(node)) return node.map((inner) => shown(inner, place));
    if (node === null || typeof node !== "object") return node;
    const { properties, ...rest } = node as JsonSchema;
    if (properties !== undefined) return object(rest, properties as JsonSchema, place);
    if (rest.enum !== undefined) return choice(rest, place);
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, shown(inner, place)]));
  };

  function object(rest: JsonSchema, properties: JsonSchema, place: string): JsonSchema {
    const text = JSON.stringify({ ...rest, properties });
    const known = places.get(text);
    if (known !== undefined) return { ...rest, title: said(known, place) };

    const all = Object.entries(properties);
    const fields = new Map(all.map(([name, inner]) => [name, JSON.stringify(inner)]));
    const base = mostAlike(spelt, fields, place);
    if (text.length > worthNaming) {
      places.set(text, place);
      spelt.push({ place, fields });
    }
    const own = all.filter(([name]) => !base?.shared.includes(name));
    if (base && own.length === 0) return { ...rest, title: base.title };
    return {
      ...rest,
      ...(base && { title: `${base.title}, and:` }),
      properties: Object.fromEntries(own.map(([name, inner]) => [name, shown(inner, `${name} of ${toolOf(place)}`)])),
    };
  }

  function choice(schema: JsonSchema, place: string): JsonSchema {
    const text = JSON.stringify(schema);
    const known = places.get(text);
    if (known === undefined && text.length > worthNaming) places.set(text, place);
    return known === undefined ? schema : { title: said(known, place) };
  }

  return new Map(answers.map(([tool, schema]) => [tool, shown(schema, tool) as JsonSchema]));
}

const toolOf = (place: string) => place.replace(/^.* of /, "");

const said = (known: string, place: string) => `as ${known.replace(` of ${toolOf(place)}`, "")}`;

/** Returns the reference that saves the most characters, or null if the best one saves little. */
function mostAlike(spelt: readonly Spelt[], fields: Map<string, string>, place: string) {
  let best: { shared: string[]; title: string } | null = null;
  let most = worthNaming;
  for (const other of spelt) {
    const names = [...other.fields.keys()];
    const shared = names.filter((name) => other.fields.get(name) === fields.get(name));
    // Fields that differ are defined again, so a reference to the whole needs no list of fields.
    const isWhole = names.every((name) => fields.has(name));
    const title = `${isWhole ? "" : `${shared.join(", ")} `}${said(other.place, place)}`;
    const saved = shared.reduce((sum, name) => sum + name.length + fields.get(name)!.length, -title.length);
    if ((isWhole || shared.length >= enoughAlike) && saved > most) [best, most] = [{ shared, title }, saved];
  }
  return best;
}

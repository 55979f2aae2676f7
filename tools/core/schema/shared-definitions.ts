import type { JsonSchema } from "./json-schema.ts";

/** A shorter definition is repeated, because a reference would save little. */
const minLength = 60;
/** A reference to only some fields of an object must name at least this many. */
const minShared = 4;

interface Definition {
  path: string;
  fields: Map<string, string>;
}

/**
 * Defines each object once and refers to it afterwards, because models pay for every copy. `as get_draft` is the same
 * object; `as get_listing, and:` adds fields; `id, url as get_draft` shares two fields.
 */
export function shareDefinitions(
  answers: readonly (readonly [tool: string, schema: JsonSchema])[],
): Map<string, JsonSchema> {
  const definitions: Definition[] = [];
  const paths = new Map<string, string>();

  const described = (node: unknown, path: string): unknown => {
    if (Array.isArray(node)) return node.map((inner) => described(inner, path));
    if (node === null || typeof node !== "object") return node;
    const { properties, ...rest } = node as JsonSchema;
    if (properties !== undefined) return object(rest, properties as JsonSchema, path);
    if (rest.enum !== undefined) return choice(rest, path);
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, described(inner, path)]));
  };

  function object(rest: JsonSchema, properties: JsonSchema, path: string): JsonSchema {
    const text = JSON.stringify({ ...rest, properties });
    const known = paths.get(text);
    if (known !== undefined) return { ...rest, title: referenceTo(known, path) };

    const all = Object.entries(properties);
    const fields = new Map(all.map(([name, inner]) => [name, JSON.stringify(inner)]));
    const base = bestReference(definitions, fields, path);
    if (text.length > minLength) {
      paths.set(text, path);
      definitions.push({ path, fields });
    }
    const own = all.filter(([name]) => !base?.shared.includes(name));
    if (base && own.length === 0) return { ...rest, title: base.title };
    return {
      ...rest,
      ...(base && { title: `${base.title}, and:` }),
      properties: Object.fromEntries(
        own.map(([name, inner]) => [name, described(inner, `${name} of ${toolOf(path)}`)]),
      ),
    };
  }

  function choice(schema: JsonSchema, path: string): JsonSchema {
    const text = JSON.stringify(schema);
    const known = paths.get(text);
    if (known === undefined && text.length > minLength) paths.set(text, path);
    return known === undefined ? schema : { title: referenceTo(known, path) };
  }

  return new Map(answers.map(([tool, schema]) => [tool, described(schema, tool) as JsonSchema]));
}

const toolOf = (path: string) => path.replace(/^.* of /, "");

const referenceTo = (known: string, path: string) => `as ${known.replace(` of ${toolOf(path)}`, "")}`;

function bestReference(definitions: readonly Definition[], fields: Map<string, string>, path: string) {
  let best: { shared: string[]; title: string } | null = null;
  let most = minLength;
  for (const other of definitions) {
    const names = [...other.fields.keys()];
    const shared = names.filter((name) => other.fields.get(name) === fields.get(name));
    // A reference to all fields of an object names none of them. Fields that differ are defined after the reference.
    const isWhole = names.every((name) => fields.has(name));
    const title = `${isWhole ? "" : `${shared.join(", ")} `}${referenceTo(other.path, path)}`;
    const saved = shared.reduce((sum, name) => sum + name.length + fields.get(name)!.length, -title.length);
    if ((isWhole || shared.length >= minShared) && saved > most) [best, most] = [{ shared, title }, saved];
  }
  return best;
}

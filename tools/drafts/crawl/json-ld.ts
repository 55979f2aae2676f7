import type { JsonLdThing } from "../shared/crawled-page.ts";

const maxScriptLength = 256 * 1024;
const maxThings = 100;
const maxValues = 4000;
const maxDepth = 10;
const maxText = 5000;

/** Types of parts that mean nothing without the thing they belong to, so they are not listed separately. */
const parts = new Set(
  "Question Answer ListItem ImageObject PostalAddress ContactPoint EntryPoint SearchAction ReadAction Rating AggregateRating Review PropertyValue PropertyValueSpecification WebPageElement SpeakableSpecification Country GeoCoordinates QuantitativeValue UnitPriceSpecification".split(
    " ",
  ),
);

export function readJsonLd(scripts: string[]): JsonLdThing[] {
  const things: JsonLdThing[] = [];
  let values = 0;

  const copy = (value: unknown, depth: number): unknown => {
    if (++values > maxValues || depth > maxDepth) return undefined;
    if (typeof value === "string") return value.trim().slice(0, maxText);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1)).filter((item) => item !== undefined);

    const types = typesOf(value);
    // A thing is listed before its parts, to keep the page's order.
    const isListed = types.length > 0 && things.length < maxThings && !types.every((type) => parts.has(type));
    const index = isListed ? things.push({} as JsonLdThing) - 1 : null;
    const entries = Object.entries(value).flatMap(([key, inner]) => {
      if (key === "@context" || key === "__proto__") return [];
      const kept = key === "@type" ? types : copy(inner, depth + 1);
      return kept === undefined ? [] : [[key, kept] as const];
    });
    const thing = Object.fromEntries(entries);
    if (index !== null) things[index] = thing as JsonLdThing;
    return thing;
  };

  for (const script of scripts) copy(parse(script), 0);
  return things;
}

function typesOf(value: object): string[] {
  const type = (value as { "@type"?: unknown })["@type"];
  return (Array.isArray(type) ? type : [type])
    .filter((name) => typeof name === "string")
    .map((name) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "").trim())
    .filter((name) => name !== "")
    .slice(0, 10);
}

function parse(script: string): unknown {
  const json = script
    .slice(0, maxScriptLength)
    .replace(/^\s*(?:\/[/*]\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, "")
    .replace(/(?:\/[/*]\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/, "")
    .replace(/;\s*$/, "");
  // Templates often put line breaks into strings, which JSON forbids.
  for (const text of [json, json.replace(/[\u0000-\u001f]+/g, " ")]) {
    try {
      return JSON.parse(text);
    } catch {}
  }
  return undefined;
}

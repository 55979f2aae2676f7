import { fold } from "#db/queries/search/search-text.ts";

export interface QueryIntent {
  targets: string[];
  /**
   * The results of a `replacing` query exclude its target. `choosing` and `naming` queries may not be about products.
   */
  kind: "replacing" | "comparing" | "choosing" | "naming";
}

const alternatives = "(?:alternatives?|alternativen?|alternativas?)";
const to = "(?:to|for|of|zum|zur|zu|fur|von|aux?|a la|a|de la|del|de|du|pour|ao|aos|as|para|al|do|da)";
const asking =
  "(?:(?:was|ist|gibt|es|eine?|welche[rs]?|what|which|is|are|there|the|an?|any|some|good|best|top|free|cheap|better|show me|find|looking for|i need|i want|die|beste[nr]?|gute|eine|la|le|les|une|des|meilleure?s?|quelle|est|el|los|las|una|mejor(?:es)?|cual|es|as|os|uma|melhor(?:es)?|qual|e) )*";
const qualifiers =
  "(?:open[ -]?source|self[ -]?hosted|selfhosted|selfhost|self[ -]?host|foss|libre|free|on[ -]?premises?|offline|selbst ?gehostete?[rs]?|quelloffene?[rs]?|kostenlose?[rs]?|auto[ -]?heberge|gratuite?|codigo abierto|codigo aberto|auto[ -]?alojad[ao]|auto[ -]?hospedad[ao]|gratis|gratuit[ao])";

const replacing = [
  `${asking}(?:${qualifiers} )*${alternatives} ${to} (.+)`,
  `${asking}(.+?) ${alternatives}`,
  `${asking}${alternatives} (.+)`,
  "(?:replacement|substitute|ersatz|remplacement|reemplazo|substituto) (?:for|of|fur|de|do|da|para) (.+)",
  "(.+) (?:replacement|replacements|substitute|clone|clones|equivalent|competitors?|ersatz|remplacant)",
  "(?:replace|instead of|statt|anstatt|remplacer|au lieu de|en lugar de|en vez de|reemplazar|substituir|em vez de|no lugar de) (.+)",
  `(?:${asking}(?:something|anything|apps?|tools?|software|programs?|sites?|services?|products?|programme|logiciels?|etwas|quelque chose|algo|aplicaciones|programas?) )?(?:just )?(?:like|similar to|wie|ahnlich wie|comme|como|parecido a|parecido com|similar a) (.+)`,
].map((source) => new RegExp(`^${source}$`));
const comparing = /^(.+?) (?:vs\.?|versus|gegen|contra|compared (?:to|with)) (.+)$/;
const either = /^(.+?) (?:or|oder|ou|o) (.+)$/;
/** French `comment` means "how", but it is also an English word. */
const frenchHow = /^comment (?=(?:se |s'|je peux |puis-je )?\p{L}+(?:er|ir|re)\b)/u;
const atStart = new RegExp(`^(?:${asking}(?:${qualifiers}) )+`);
const atEnd = new RegExp(`(?: ${qualifiers})+$`);

/** Returns the intent that a query's wording expresses, or null if it expresses none. */
export function queryIntentOf(query: string): QueryIntent | null {
  const text = fold(query)
    .replace(/[?!¿¡"“”]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!text.includes(" ")) return text === "" ? null : { kind: "naming", targets: [text] };
  const compared = comparing.exec(text);
  if (compared) return { kind: "comparing", targets: [compared[1]!, compared[2]!] };
  for (const pattern of replacing) {
    const target = unqualified(pattern.exec(text)?.[1] ?? "");
    if (target !== "") return { kind: "replacing", targets: [target] };
  }
  const chosen = either.exec(text);
  if (chosen) return { kind: "choosing", targets: [chosen[1]!, chosen[2]!] };
  const bare = unqualified(text);
  return bare === "" || bare.split(" ").length > 4 ? null : { kind: "naming", targets: [bare] };
}

/** Removes a licence or hosting requirement at either end, as in `open source gitlab` or `netflix self-hosted`. */
const unqualified = (text: string) => text.replace(atStart, "").replace(atEnd, "").trim();

export type Requirement = "open-source" | "self-hosted";

export interface RequirementPattern {
  q: string;
  requirement: Requirement | null;
}

/** Splits queries such as `open source crm` and `best self-hosted wiki` into a search text and a requirement. */
export function requirementOf(query: string): RequirementPattern {
  const written = fold(query).trim();
  const text = written.replace(frenchHow, "");
  const rest = unqualified(text);
  if (rest === text || rest === "") return { q: text === written ? query : text, requirement: null };
  return {
    q: rest,
    requirement: /open|libre|foss|quelloffen|codigo/.test(text.replace(rest, "")) ? "open-source" : "self-hosted",
  };
}

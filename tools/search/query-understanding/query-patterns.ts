import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "#db/queries/search/search-text.ts";
import { isFunctionWord, isVague, queryWords } from "#db/queries/search/search-words.ts";
import { lookup } from "#db/values/lookup.ts";
import { alone, aloneSource, factWords, type Requirement, regionWords } from "./fact-words.ts";

export interface QueryIntent {
  /**
   * The results of a `replacing` query exclude its target. `choosing` and `naming` queries may not be about products.
   */
  kind: "replacing" | "comparing" | "choosing" | "naming";
  targets: string[];
}

/** One way to read a query for a product's replacement. `also` is what else the replacement should have or do. */
export interface Replaced {
  target: string;
  also: string;
}

const alternatives = "(?:alternatives?|alternativen?|alternativas?)";
const to = "(?:to|for|of|zum|zur|zu|fur|von|aux?|a la|a|de la|del|de|du|pour|ao|aos|as|para|al|do|da)";
const asking =
  "(?:(?:was|ist|gibt|es|eine?|welche[rs]?|what|which|is|are|there|the|an?|any|some|good|best|top|free|cheap|better|show me|find|looking for|i need|i want|die|beste[nr]?|gute|eine|la|le|les|une|des|meilleure?s?|quelle|est|el|los|las|una|mejor(?:es)?|cual|es|as|os|uma|melhor(?:es)?|qual|e) )*";
const furtherStart =
  "(?:that|which|who|without|with|for|in|on|but|and|mit|ohne|sans|avec|pour|qui|sin|con|que|para|sem|com)";
const further = new RegExp(` ${furtherStart} `, "g");

const replacing = [
  `${asking}${alternatives} ${to} (.+)`,
  `${asking}(.+?) ${alternatives}(?: ${furtherStart} .*)?`,
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

const textOf = (query: string) =>
  fold(query)
    .replace(/[?!¿¡"“”]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns the intent that a query's wording expresses, or null if it expresses none. */
export function queryIntentOf(query: string): QueryIntent | null {
  const text = textOf(query);
  if (!text.includes(" ")) return text === "" ? null : { kind: "naming", targets: [text] };
  const compared = comparing.exec(text);
  if (compared) return { kind: "comparing", targets: [compared[1]!, compared[2]!] };
  for (const pattern of replacing) {
    const target = pattern.exec(text)?.[1]?.trim();
    if (target) return { kind: "replacing", targets: [target] };
  }
  const chosen = either.exec(text);
  if (chosen) return { kind: "choosing", targets: [chosen[1]!, chosen[2]!] };
  return text.split(" ").length > 4 ? null : { kind: "naming", targets: [text] };
}

/** The ways to read a replaced product's name: the whole of `target`, or the part before `without`, `that` and so on. */
export function readingsOf(target: string, query: string): Replaced[] {
  const text = textOf(query);
  const after = text.slice(text.indexOf(target) + target.length).replace(new RegExp(`^ ?${alternatives}`), "");
  const cuts = [...target.matchAll(further)].map(({ index }) => index).reverse();
  return [target.length, ...cuts].map((at) => ({
    target: target.slice(0, at),
    also: `${target.slice(at)} ${after}`.trim(),
  }));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of all languages for a requirement or for "alternative", by name. */
const ways = new Map(
  readFileSync(join(import.meta.dir, "requirements.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line): [string, string[]] => {
      const [name, all] = line.split(": ") as [string, string];
      return [name, fold(all).split(/\s*,\s*/)];
    }),
);
const patterns = new Map([...ways].map(([name, all]) => [name, anyOf(all)]));

/** In scripts without spaces, the words may stand anywhere. Otherwise, they must be whole words. */
function anyOf(ways: readonly string[]): RegExp {
  const others = ways.filter((way) => unspaced.test(way));
  return new RegExp(`${aloneSource(spacedIn(ways))}|${longestFirst(others)}`, "gu");
}

/** The source of a pattern for those of the words whose script has spaces. */
function spacedIn(ways: readonly string[]): string {
  const spaced = ways.filter((way) => !unspaced.test(way));
  return longestFirst(spaced.map((way) => way.replace(/[ -]/g, "[ -]?")));
}

function longestFirst(ways: readonly string[]): string {
  return ways.toSorted((a, b) => b.length - a.length).join("|");
}

const requirements: [pattern: string, Omit<Requirement, "text">][] = [
  ["free_plan", { field: "free_plan", value: "true" }],
  ["has_api", { field: "has_api", value: "true" }],
  ["has_mcp", { field: "has_mcp", value: "true" }],
  ["sso", { field: "sso", value: "true" }],
  ["open-source", { field: "pricing", value: "open-source" }],
  ["self-hosted", { field: "self_hosted", value: "yes" }],
  ["free", { field: "pricing", value: "free" }],
];

/** Words that negate what follows them, such as `not`, `without a` and `that cannot be`. */
const negation =
  "(?:(?:not|no|non|never|without|except|excluding|other than|anything but|ausser|sauf|excepto|exceto|cannot|can'?t|don'?t|isn'?t|aren'?t|doesn'?t|nicht|kein(?:e[mnrs]?)?|ohne|pas|sans|sin|sem|nao|niet|geen|zonder|senza|nie|bez|не|без)[ -](?:(?:an?|any|be|being|have|to|want|with|the|zu|de|d'|une?|ein(?:en?|er)?) )*)";
const negationBefore = new RegExp(`(?<![\\p{L}\\p{N}-])${negation}(?:(?:licen[sc]ed|available|for) )?$`, "u");
/** Nouns of conditions that otherwise need a word such as `with`. */
const nouns: Record<string, string[]> = {
  has_api: ["apis", "api", "public api", "rest api"],
  has_mcp: ["mcp servers", "mcp server", "mcp"],
  sso: ["saml", "sso", "single sign on"],
};
const negated = new Map(
  requirements.map(([name]) => {
    const all = [...ways.get(name)!, ...(lookup(nouns, name) ?? []), ...(name === "free" ? ["free"] : [])];
    return [name, alone(`${negation}(?:${spacedIn(all)})`)];
  }),
);
/** The opposites of requirements that a filter can find. */
const opposites: Record<string, Omit<Requirement, "text">> = {
  "self-hosted": { field: "self_hosted", value: "no" },
  sso: { field: "sso", value: "false" },
  free_plan: { field: "free_plan", value: "false" },
};

const signOnAtEnd = /(?<![\p{L}\p{N}-])(?:saml|(?:saml )?(?:sso|single[ -]?sign[ -]?on))$/u;
const englishFree = /(?<![\p{L}\p{N}-])free(?![\p{L}\p{N}-])/u;

/** Splits queries such as `open source crm` and `a wiki that I can self-host` into a search text and requirements. */
export function requirementsOf(query: string): { q: string; requirements: Requirement[]; unmet: string[] } {
  const written = fold(query).trim();
  const text = written.replace(frenchHow, "");
  let rest = text;
  const found: Requirement[] = [];
  const unmet: string[] = [];
  /** Takes words out of the query. Without a requirement, no filter can express them. */
  const take = (text: string, requirement?: Omit<Requirement, "text">) => {
    if (requirement) found.push({ ...requirement, text });
    else unmet.push(text);
    rest = rest.replaceAll(text, " ").replace(/\s+/g, " ").trim();
  };
  const denied = new Set<string>();
  for (const [name, requirement] of requirements) {
    const text = rest.match(negated.get(name)!)?.[0];
    if (text === undefined) continue;
    denied.add(requirement.field);
    take(text, lookup(opposites, name));
  }
  for (const read of factWords)
    for (let fact = read(rest), isDone = false; fact !== null && !isDone; fact = read(rest)) {
      const [not = ""] = rest.slice(0, rest.indexOf(fact.text)).match(negationBefore) ?? [];
      take(not + fact.text, not === "" ? fact : undefined);
      isDone = not === "";
    }
  for (const [name, requirement] of requirements) {
    const said = rest.match(patterns.get(name)!)?.[0] ?? (name === "free" ? freeIn(rest) : undefined);
    if (said !== undefined && !denied.has(requirement.field)) take(said, requirement);
  }
  const isEmpty = (left: string) => queryWords(left).every((word) => isFunctionWord(word) || isVague(word));
  // At the end of a query that names something else, single sign-on is a condition. Alone, it is the product.
  const signOn = found.some(({ field }) => field === "sso") ? undefined : rest.match(signOnAtEnd)?.[0];
  if (signOn !== undefined && !isEmpty(rest.slice(0, -signOn.length))) take(signOn, { field: "sso", value: "true" });
  const region = rest.match(regionWords)?.[0];
  if (region !== undefined) take(region);
  const isNothingLeft = isEmpty(rest);
  // Listings contain words such as "open source", but no prices.
  const areWords = found.every(
    ({ field, value }) => field === "pricing" || (field === "self_hosted" && value === "yes"),
  );
  if (isNothingLeft && !(areWords && unmet.length === 0)) return { q: "", requirements: found, unmet };
  return found.length + unmet.length === 0 || isNothingLeft
    ? { q: text === written ? query : text, requirements: [], unmet: [] }
    : { q: rest, requirements: found, unmet };
}

/** `free` is about the price at the start, at the end, or after a word such as `a`. In `ad free`, it is not. */
function freeIn(text: string): string | undefined {
  const found = englishFree.exec(text);
  if (!found) return undefined;
  const before = text.slice(0, found.index).match(/[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u)?.[0];
  return before === undefined || isFunctionWord(before) || isVague(before) ? found[0] : undefined;
}

/** Names that may be a replaced product's, if the query has a word for "alternative" in a language without a pattern. */
export function possiblyReplaced(query: string): string[] {
  const text = textOf(query);
  const rest = text.replace(patterns.get("alternative")!, " ");
  if (rest === text) return [];
  const words = rest.match(/[\p{L}\p{N}\p{M}.+#]+/gu) ?? [];
  const runs = [3, 2, 1].flatMap((length) =>
    words.map((_, at) => words.slice(at, at + length)).filter((run) => run.length === length),
  );
  return runs.map((run) => run.join(" ")).slice(0, maxRuns);
}
const maxRuns = 24;

import { type FieldName, fieldNames } from "#db/schema/listing-fields.ts";
import { fieldText } from "../../core/text/text.ts";
import type { DraftFields } from "../../listings/shared/fields.ts";
import { sentencesOf } from "../extract/sentences.ts";
import { comparable, factsIn, inventionsIn } from "../model/site-facts.ts";
import { platformNames, wordsFor } from "../shared/platform-names.ts";
import type { Passage } from "../shared/writing.ts";

const maxReported = 20;
/** Endings vary, so only the beginnings of names are compared. */
const comparedLetters = 5;
/** The fields that are checked. The passages need not contain the values of the other fields. */
const written = new Set<FieldName>([
  "headline",
  "summary",
  "description",
  "faqs",
  "platforms",
  "seo_title",
  "seo_description",
]);

/** Names of languages and regions count as known, because a German page may say "Englisch" instead of "English". */
let translated: Set<string> | undefined;

function namesOfPlaces(): Set<string> {
  const [languages, regions] = (["language", "region"] as const).map((type) => new Intl.DisplayNames("en", { type }));
  const codes = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26)));
  const names = codes.flatMap((code) => [languages!.of(code), regions!.of(code.toUpperCase())]);
  return new Set(names.flatMap((name) => comparable(name ?? "").split(/\s+/u)));
}

const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "u").test(text);

/** Returns capitalised words that do not begin a sentence, which are usually names. */
function namesIn(text: string): string[] {
  return sentencesOf(text.replaceAll("\n", ". ")).flatMap((sentence) =>
    [...sentence.matchAll(/(?<=[\p{L}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}.+#-]*[\p{L}\p{N}+#]/gu)].map(([name]) => name),
  );
}

/**
 * Returns the numbers, prices, URLs, platforms and names in the texts of `changed` that no passage contains. Each one
 * follows the name of its field: `headline: 12,000`.
 */
export function unsupportedIn(
  changed: Partial<DraftFields>,
  passages: readonly Passage[],
  { url, name }: { url: string; name: string },
): string[] {
  // There is nothing to compare with if the website could not be read.
  if (passages.length === 0) return [];
  const facts = factsIn(
    [...passages.map(({ quote }) => quote), name],
    [url, ...passages.map((passage) => passage.url)],
  );
  translated ??= namesOfPlaces();
  const places = translated;
  // The site may inflect a name or join it to another word.
  const isKnown = (word: string) =>
    word.split("-").every((part) => {
      const beginning = comparable(part).replace(/s$/u, "").slice(0, comparedLetters);
      return !/^\p{Lu}/u.test(part) || facts.text.includes(beginning) || places.has(comparable(part));
    });
  const found = fieldNames.flatMap((field) => {
    const value = changed[field as keyof DraftFields];
    if (!written.has(field) || value === undefined) return [];
    const text = fieldText(value);
    const platforms = platformNames.filter((name) => hasWord(text, name));
    const absent = platforms.filter((name) => !wordsFor(name).some((word) => hasWord(facts.text, comparable(word))));
    const names = namesIn(text).filter((word) => !platforms.some((name) => name === word) && !isKnown(word));
    const values = [...inventionsIn(text, facts), ...absent, ...names];
    return [...new Set(values)].map((each) => `${field}: ${each}`);
  });
  return found.slice(0, maxReported);
}

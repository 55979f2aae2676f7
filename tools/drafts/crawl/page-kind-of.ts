import { articleParts, homeWords, manualParts, type PageKind, pageKinds } from "./page-kinds.ts";

const byWord = new Map<string, PageKind>();
for (const kind of pageKinds) for (const word of kind.words) byWord.set(fold(word), kind);
const nearWords = [...byWord].filter(([word]) => word.length >= 4);

const pageNames = new Set([...byWord.keys(), ...homeWords.map(fold)]);

/** Whether a text is how menus call a page of any site: "Home", "O nas", "料金". */
export const isPageName = (text: string) => pageNames.has(fold(text));

/** The kind of page that is called so and not otherwise. */
export const kindNamed = (text: string) => byWord.get(fold(text))?.name;

/** The parts of an address's path, in lower case. */
export function partsOf(url: URL): string[] {
  return decoded(url.pathname).toLowerCase().split("/").filter(Boolean);
}

export const withoutEnding = (part: string) => part.replace(/\.(?:html?|php|aspx?|jsp)$/, "");

/** Whether a path leads to a single article, whose words are about anything. */
export const isArticlePath = (parts: string[]) => parts.slice(0, -1).some((part) => articleParts.has(part));

/**
 * The kind that the last part of an address names, or the words of its link or title; the address is the surer sign.
 * @param parts of the path, without a language in front
 */
export function pageKindOf(parts: string[], text: string): PageKind | undefined {
  const last = fold(withoutEnding(parts.at(-1) ?? ""));
  const words = fold(text);
  const byAddress = parts.length <= 3 ? byWord.get(last) : undefined;
  if (byAddress) return byAddress;
  const byText = byWord.get(words);
  if (byText) return byText;
  if (parts.some((part) => manualParts.has(part))) return undefined;
  // "our-pricing", "Pricing & plans": a few words more are no other kind; a sentence may be about anything.
  const isNear = (said: string, word: string) =>
    said.length <= 40 && said.split(" ").length <= 3 && ` ${said} `.includes(` ${word} `);
  return nearWords.find(([word]) => isNear(words, word) || (parts.length === 1 && isNear(last, word)))?.[1];
}

/** Letters alone: the same for `Über uns` and `ueber-uns` but for what spelling adds, `preços` and `precos`. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .replace(/[-_+&/|.,:!?()→›»]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

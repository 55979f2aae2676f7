import { articleParts, homeWords, manualParts, type PageKind, pageKinds } from "./page-kinds.ts";

const byWord = new Map<string, PageKind>();
for (const kind of pageKinds) for (const word of kind.words) byWord.set(fold(word), kind);

const pageNames = new Set([...byWord.keys(), ...homeWords.map(fold)]);

export const isPageName = (text: string) => pageNames.has(fold(text));

export const partsOf = (url: URL) => decodedPath(url).toLowerCase().split("/").filter(Boolean);

export const withoutEnding = (part: string) => part.replace(/\.(?:html?|php|aspx?|jsp)$/, "");

export const isArticlePath = (parts: string[]) => parts.slice(0, -1).some((part) => articleParts.has(part));

/** The kind of a page. Its URL is more reliable than the words of its link or title. */
export function pageKindOf(parts: string[], text: string): PageKind | undefined {
  const last = fold(withoutEnding(parts.at(-1) ?? ""));
  const words = fold(text);
  const byAddress = parts.length <= 3 ? byWord.get(last) : undefined;
  const byText = byWord.get(words);
  // Help pages often contain the FAQ.
  if (byAddress?.name === "help" && [byText, ...kindsNear(words)].some((kind) => kind?.name === "faq"))
    return byWord.get("faq");
  if (byAddress) return byAddress;
  if (byText) return byText;
  if (parts.some((part) => manualParts.has(part))) return undefined;
  const kinds = [words, ...(parts.length === 1 ? [last] : [])].flatMap(kindsNear);
  return pageKinds.find((kind) => kinds.includes(kind));
}

/** The kinds that a few words name, as in "our-pricing" or "Pricing & plans". A longer text may be about anything. */
function kindsNear(said: string): PageKind[] {
  const words = said.split(" ");
  if (said.length > 40 || words.length > 3) return [];
  const runs = words.flatMap((_, start) => words.slice(start).map((__, more) => words.slice(start, start + more + 1)));
  return runs.flatMap((run) => {
    const word = run.join(" ");
    return word.length >= 4 || word === "faq" ? (byWord.get(word) ?? []) : [];
  });
}

/** Folds text so that `Über uns` equals `uber-uns`, and `preços` equals `precos`. The Turkish `ı` has no mark to remove. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .replaceAll("ı", "i")
    .replace(/[-_+&/|.,:!?()→›»]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

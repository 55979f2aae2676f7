import { decodeHTML, decodeHTMLAttribute } from "entities";

// People do not see control characters, soft hyphens, zero-width spaces, direction overrides or "tag" characters, but a
// model reads them. Joiners and direction marks are kept, because Persian, Hindi, Arabic and emoji need them.
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Folds text into one line without invisible characters and with at most `maxLength` UTF-16 units. */
export function foldText(text: string, maxLength: number): string {
  // Folding only shortens text. Cutting the text first keeps folding fast if most of the text is white space.
  const folded = text
    .slice(0, maxLength * 20)
    .replace(invisible, "")
    .replace(/\s+/g, " ")
    .trim();
  return folded.length <= maxLength ? folded : wholeCharacters(folded.slice(0, maxLength));
}

/** Removes the half of a surrogate pair that a cut may leave at the end. */
const wholeCharacters = (text: string) => text.replace(/[\ud800-\udbff]$/, "").trimEnd();

export const decodeText = (html: string) => (html.includes("&") ? decodeHTML(html) : html);

export const attributesOf = (element: HTMLRewriterTypes.Element) => (name: string) => {
  const value = element.getAttribute(name);
  return value?.includes("&") ? decodeHTMLAttribute(value) : value;
};

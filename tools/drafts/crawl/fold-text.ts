import { decodeHTML, decodeHTMLAttribute } from "entities";

// Controls, soft hyphens, zero-width spaces, overrides of direction and "tag" characters: nobody sees them, a model
// reads them. Joiners and the marks of direction stay, since Persian, Hindi, Arabic and emoji need them.
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** One line without what cannot be seen, white space folded, at most `maxLength` UTF-16 units. */
export function foldText(text: string, maxLength: number): string {
  // Folding can only shorten; a bound before keeps it cheap on texts that are nearly all white space.
  const folded = text
    .slice(0, maxLength * 20)
    .replace(invisible, "")
    .replace(/\s+/g, " ")
    .trim();
  return folded.length <= maxLength ? folded : wholeCharacters(folded.slice(0, maxLength));
}

/** A cut may fall within a pair of surrogates. */
const wholeCharacters = (text: string) => text.replace(/[\ud800-\udbff]$/, "").trimEnd();

export const decodeText = (html: string) => (html.includes("&") ? decodeHTML(html) : html);

export const decodeAttribute = (value: string) => (value.includes("&") ? decodeHTMLAttribute(value) : value);

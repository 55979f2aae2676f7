import { clipPhrase } from "./clip-phrase.ts";
import { kindOf, namePattern } from "./kind-sentences.ts";
import { calmText, capitalise } from "./noise.ts";
import { isSpaceless, lengthOf } from "./sentences.ts";
import { escapePattern } from "./words.ts";

export const longestHeadline = 80;

export function tidyHeadline(text: string, name: string, known = namePattern(name, null)): string {
  let headline = calmText(text.replace(/[*_]{2,}/gu, ""), [name]);
  if (name !== "") {
    headline = kindOf(headline, known);
    headline = headline
      .replace(
        new RegExp(
          `^(?:welcome to|meet|introducing|this is|willkommen bei|bienvenue sur|bienvenidos? a)\\s+${known}\\s*[,.:;!–—-]*\\s*`,
          "iu",
        ),
        "",
      )
      // Without the name, "Fernleaf keeps notes" makes a headline.
      .replace(new RegExp(`^${known}\\s+(?=(?!does\\s)[a-z]{2,}[a-rt-z]s\\s)`, "iu"), "")
      .replace(new RegExp(`^${known}\\s*(?:[:|–—•·,]|-\\s|\\.\\s)\\s*`, "iu"), "")
      .replace(new RegExp(`\\s*(?:[:|–—•·]|\\s-)\\s*${known}$`, "iu"), "");
  }
  headline = headline.replace(
    /^(?:welcome to|(?:herzlich )?willkommen (?:beim?|auf|im?|zur?|zum)|wir begrüßen sie|te damos la bienvenida a|les? damos la bienvenida a|nous vous souhaitons la bienvenue|välkommen till|velkommen til|tervetuloa|üdvözöljük|vítejte|chào mừng|добро пожаловать|ласкаво просимо|bienvenue|bienvenid[oa]s? a|benvenut[oi] (?:su|in|da)|bem-vind[oa]s? (?:à|ao|a)|welkom bij|wita(?:j|my) (?:w|na)|hoş geldiniz)(?!\p{L}).{0,40}?(?:[,.:!–—-]\s+|$)/iu,
    "",
  );
  const parts = headline.split(/\s*[|｜•»]\s*/u);
  headline = parts.sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? "";
  headline = calmText(headline.replace(betweenLines(name), ""), [name]);
  headline = headline.replace(/^[\s:;,.–—|-]+|[\s:;,–—|-]+$/gu, "").replace(/[!！]+/gu, "");
  if (!/[.!?]\s+\S|[。！？]\S/u.test(headline)) headline = headline.replace(/(?<!\.\.)[.。]$/u, "");
  headline = fitted(headline.trim());
  return name !== "" && headline.startsWith(name) ? headline : capitalise(headline);
}

/** Matches a company's registered name between two lines of a heading, and the line below it. */
const betweenLines = (name: string) =>
  legalForm.test(name) ? new RegExp(`(?<=\\S\\s+\\S+)\\s+${escapePattern(name)}\\s+(?=\\S+\\s).*$`, "iu") : /(?!)/u;
const legalForm =
  /\s(?:s\.\s?r\.\s?o\.?|a\.s\.|sp\. z o\.\s?o\.|S\.r\.l\.?|S\.L\.|d\.o\.o\.|GmbH|LLC|Ltd\.?|Inc\.?|Kft\.?|B\.V\.|Lda\.?|Ltda\.?|OÜ|ТОВ|ООО)$/iu;

function fitted(text: string): string {
  if (lengthOf(text) <= longestHeadline) return text;
  const cut = clipPhrase(text, longestHeadline);
  // In scripts without spaces, any cut may split a word.
  return isSpaceless(text) && !/^[,，、。；：:;\s（(–—-]/u.test(text.slice(cut.length)) ? "" : cut;
}

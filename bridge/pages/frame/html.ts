class Html {
  // Private, so that neither the type checker nor parsed JSON takes another object for one of these.
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export type { Html };
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function rendered(value: HtmlValue): string {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object") return value.map(rendered).join("");
  return String(value).replace(/[&<>"']/g, (character) => escapes.get(character)!);
}

/**
 * HTML in which every value is text or the value of a quoted attribute, unless it is HTML itself. Arrays are joined;
 * null, undefined and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, next, i) => text + rendered(values[i - 1]) + next));
}

// `<` alone could close the element or open a comment in it (HTML §4.12.1.3); no JSON needs any of these outside a string.
const inScript = new Map([
  ["<", "\\u003c"],
  [">", "\\u003e"],
  ["&", "\\u0026"],
]);

/** A script element that holds data, which nothing runs; no text in the data can end it. */
export const dataBlock = (type: string, data: unknown): Html =>
  new Html(
    `<script type="${type}">${JSON.stringify(data).replace(/[<>&]/g, (character) => inScript.get(character)!)}</script>`,
  );

/** HTML that was sanitised to an allow-list of tags and attributes, as an operation says of its answer. */
export const safeHtml = (sanitised: string): Html => new Html(sanitised);

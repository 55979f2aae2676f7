class Html {
  // The private field prevents parsed JSON and other objects from passing as HTML.
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
 * Returns HTML with every value escaped as text or as the value of a quoted attribute, unless the value is already
 * HTML. Arrays are joined; null, undefined and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, next, i) => text + rendered(values[i - 1]) + next));
}

// `<` could close the element or open a comment (HTML §4.12.1.3). In JSON, these characters occur only in strings.
const inScript = new Map([
  ["<", "\\u003c"],
  [">", "\\u003e"],
  ["&", "\\u0026"],
]);

/** A script element that contains data, which browsers do not run. No text in the data can close the element. */
export const dataBlock = (type: string, data: unknown): Html =>
  new Html(
    `<script type="${type}">${JSON.stringify(data).replace(/[<>&]/g, (character) => inScript.get(character)!)}</script>`,
  );

/** Wraps HTML that an operation has sanitised with an allow-list of tags and attributes. */
export const safeHtml = (sanitised: string): Html => new Html(sanitised);

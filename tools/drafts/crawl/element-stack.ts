import { lookup } from "#db/values/lookup.ts";
import type { Region } from "../crawled-page.ts";

/** An open element, as far as its text is concerned. */
export interface OpenElement {
  tag: string;
  /** Element its text is said to stand in. */
  blockTag: string;
  isBlock: boolean;
  region: Region;
  /** Within `main`, `article` or `section`. */
  isInContent: boolean;
  isHidden: boolean;
  /** Its words count as those of a link around it, and are no text of the page. */
  isForLinksOnly: boolean;
  /** Language subtag that it or an element around it declares, below the whole page. */
  language: string | null;
}

const words = (text: string) => new Set(text.split(" "));

/** Elements that stand on lines of their own. */
const blocks = words(
  "html body main nav aside header footer section article div p ul ol menu li dl dt dd table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hgroup blockquote figure figcaption pre address details summary dialog fieldset legend form label button hr center search frameset option",
);
/** Elements that a text is said to stand in; others leave that to what is around them. */
const tellingBlocks = words(
  "p li dt dd td th caption h1 h2 h3 h4 h5 h6 blockquote figcaption pre summary button label legend",
);

export const isBlock = (tag: string) => blocks.has(tag);

/** What the beginning of an element ends although it has no end tag, and what hides such elements from it. */
const impliedEnds: Record<string, { ends: Set<string>; barriers: Set<string> }> = {
  li: { ends: words("li p"), barriers: words("ul ol menu") },
  dt: { ends: words("dt dd p"), barriers: words("dl") },
  dd: { ends: words("dt dd p"), barriers: words("dl") },
  td: { ends: words("td th p"), barriers: words("tr table") },
  th: { ends: words("td th p"), barriers: words("tr table") },
  tr: { ends: words("tr td th p"), barriers: words("table thead tbody tfoot") },
  tbody: { ends: words("thead tbody tr td th p"), barriers: words("table") },
  tfoot: { ends: words("thead tbody tr td th p"), barriers: words("table") },
  body: { ends: words("head"), barriers: words("body") },
  a: { ends: words("a"), barriers: words("td th li table") },
};
const paragraph = { ends: words("p"), barriers: words("button td th li dd caption blockquote div section table") };
const heading = { ends: words("h1 h2 h3 h4 h5 h6 p"), barriers: paragraph.barriers };

/** What is around everything. */
export const wholeDocument: OpenElement = {
  tag: "html",
  blockTag: "div",
  isBlock: true,
  region: "main",
  isInContent: false,
  isHidden: false,
  isForLinksOnly: false,
  language: null,
};

/** The open elements of a document, whose end tags may be missing (HTML Standard 13.1.2.4). */
export class ElementStack<Element extends { tag: string }> {
  readonly #open: Element[] = [];

  constructor(readonly whole: Element) {}

  get top(): Element {
    return this.#open.at(-1) ?? this.whole;
  }

  /** The innermost element and the one around it. */
  get lastTwo(): Element[] {
    return this.#open.slice(-2);
  }

  push(element: Element): void {
    this.#open.push(element);
  }

  /** Ends what cannot hold an element of that name; the ended ones, innermost first. */
  endBefore(tag: string): Element[] {
    const rule = lookup(impliedEnds, tag) ?? (/^h[1-6]$/.test(tag) ? heading : isBlock(tag) ? paragraph : null);
    if (!rule) return [];
    let last = -1;
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const { tag: open } = this.#open[index]!;
      if (rule.barriers.has(open)) break;
      if (rule.ends.has(open)) last = index;
    }
    return last < 0 ? [] : this.#open.splice(last).reverse();
  }

  /** Ends an element and what is still open in it, innermost first; nothing when it has ended before. */
  end(element: Element): Element[] {
    const index = this.#open.lastIndexOf(element);
    return index < 0 ? [] : this.#open.splice(index).reverse();
  }
}

export const blockTagOf = (tag: string, around: OpenElement) => (tellingBlocks.has(tag) ? tag : around.blockTag);

/** Whether text within an element is treated otherwise than the text around it. */
export const changesText = (opened: OpenElement, around: OpenElement) =>
  opened.isBlock ||
  opened.tag === "a" ||
  opened.isHidden !== around.isHidden ||
  opened.isForLinksOnly !== around.isForLinksOnly ||
  opened.region !== around.region ||
  opened.language !== around.language;

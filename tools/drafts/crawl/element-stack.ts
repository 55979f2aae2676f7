import { lookup } from "#db/values/lookup.ts";
import type { Region } from "../shared/crawled-page.ts";

export interface OpenElement {
  tag: string;
  /** The tag of the block that the element's text is attributed to. */
  blockTag: string;
  isBlock: boolean;
  region: Region;
  isInContent: boolean;
  isHidden: boolean;
  /** Whether the element's words only name the link around it and are not part of the page's text. */
  isForLinksOnly: boolean;
  language: string | null;
}

const words = (text: string) => new Set(text.split(" "));

const blocks = words(
  "html body main nav aside header footer section article div p ul ol menu li dl dt dd table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hgroup blockquote figure figcaption pre address details summary dialog fieldset legend form label button hr center search frameset option",
);
const tellingBlocks = words(
  "p li dt dd td th caption h1 h2 h3 h4 h5 h6 blockquote figcaption pre summary button label legend",
);

export const isBlock = (tag: string) => blocks.has(tag);

/** The open elements that a start tag closes implicitly, and the elements at which the search for them stops. */
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

/** Tracks a document's open elements, whose end tags may be missing (HTML Standard 13.1.2.4). */
export class ElementStack<Element extends { tag: string }> {
  readonly #open: Element[] = [];

  constructor(readonly whole: Element) {}

  get top(): Element {
    return this.#open.at(-1) ?? this.whole;
  }

  get depth(): number {
    return this.#open.length;
  }

  get lastTwo(): Element[] {
    return this.#open.slice(-2);
  }

  push(element: Element): void {
    this.#open.push(element);
  }

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

  /** Ends an element and everything still open inside it, innermost first. */
  end(element: Element): Element[] {
    const index = this.#open.lastIndexOf(element);
    return index < 0 ? [] : this.#open.splice(index).reverse();
  }
}

export const blockTagOf = (tag: string, around: OpenElement) => (tellingBlocks.has(tag) ? tag : around.blockTag);

export const changesText = (opened: OpenElement, around: OpenElement) =>
  opened.isBlock ||
  opened.tag === "a" ||
  opened.isHidden !== around.isHidden ||
  opened.isForLinksOnly !== around.isForLinksOnly ||
  opened.region !== around.region ||
  opened.language !== around.language;

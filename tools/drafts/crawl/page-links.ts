import type { PageLink, Region } from "../shared/crawled-page.ts";
import { foldText } from "./fold-text.ts";
import { resolveLink } from "./resolve-url.ts";

const maxLinks = 800;
const maxTextLength = 200;

export class PageLinks {
  readonly links: PageLink[] = [];
  #open: { link: PageLink; words: string; fallback: string } | null = null;

  begin(href: string, base: string, { rel = "", region = "main" as Region, fallback = "" }): void {
    this.end();
    const url = resolveLink(href, base);
    const link: PageLink = { url: url ?? "", text: "", rel: foldText(rel, 100).toLowerCase(), region };
    // Links that only run scripts are not kept, but their words are separated like those in other links.
    if (url !== null && this.links.length < maxLinks) this.links.push(link);
    this.#open = { link, words: "", fallback };
  }

  get open(): PageLink | null {
    return this.#open?.link ?? null;
  }

  addText(text: string): void {
    if (this.#open && this.#open.words.length < 4000) this.#open.words += text;
  }

  end(): void {
    if (!this.#open) return;
    const { link, words, fallback } = this.#open;
    link.text = foldText(words, maxTextLength) || foldText(fallback, maxTextLength);
    this.#open = null;
  }
}

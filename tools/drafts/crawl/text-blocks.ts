import type { PageLink, Region, TextBlock } from "../shared/crawled-page.ts";
import { foldText } from "./fold-text.ts";

const maxBlocks = 2500;
const maxBlockLength = 4000;
const maxLength = 200_000;

export class TextBlocks {
  readonly blocks: TextBlock[] = [];
  readonly languages: (string | null)[] = [];
  #length = 0;
  #parts: { text: string; link: PageLink | null }[] = [];
  #partsLength = 0;
  /** The lowest depth since the last text, and since the last text of the block before. */
  #lowest = 0;
  #shared = 0;

  /** Adds a node's text. The text of links is kept separate, because a row of links is not a sentence. */
  add(text: string, link: PageLink | null, depth: number): void {
    if (this.#length + this.#partsLength > maxLength) return;
    if (text.trim() !== "") {
      if (this.#parts.every((part) => part.text.trim() === "")) this.#shared = Math.min(this.#lowest, depth);
      this.#lowest = depth;
    }
    const last = this.#parts.at(-1);
    if (last && link && last.link === link) last.text += text;
    else {
      // Browsers show adjacent links separately, with or without white space between them.
      if (last?.link && link) this.space();
      this.#parts.push({ text, link });
    }
    this.#partsLength += text.length;
  }

  /** Adds a space where browsers show one although the source has no white space. */
  space(): void {
    if (this.#parts.length > 0) this.#parts.push({ text: " ", link: null });
  }

  /** Notes that an element has ended, and how many are still open. */
  leave(depth: number): void {
    this.#lowest = Math.min(this.#lowest, depth);
  }

  end(tag: string, region: Region, language: string | null): void {
    const parts = this.#parts;
    if (parts.length === 0) return;
    this.#parts = [];
    this.#partsLength = 0;
    const isRowOfLinks =
      tag === "div" &&
      parts.some(({ link }) => link) &&
      parts.every(({ text, link }) => link || text.trim().length <= 1);
    if (isRowOfLinks) for (const { text, link } of parts) link && this.#keep("a", region, language, text);
    else this.#keep(tag, region, language, parts.map(({ text }) => text).join(""));
  }

  #keep(tag: string, region: Region, language: string | null, text: string): void {
    let rest = foldText(text, maxLength);
    while (rest !== "" && this.blocks.length < maxBlocks && this.#length < maxLength) {
      const piece = rest.length <= maxBlockLength ? rest : cutAtWord(rest);
      rest = rest.slice(piece.length).trimStart();
      this.#length += piece.length;
      this.blocks.push({ tag, region, text: piece.trimEnd(), shared: this.#shared });
      this.languages.push(language);
    }
  }
}

/** Cuts text after a word or, in languages without spaces such as Japanese, after a full stop. */
function cutAtWord(text: string): string {
  const piece = text.slice(0, maxBlockLength);
  const end = Math.max(piece.lastIndexOf(" "), piece.lastIndexOf("。") + 1);
  return end > maxBlockLength / 2 ? piece.slice(0, end) : piece.replace(/[\ud800-\udbff]$/, "");
}

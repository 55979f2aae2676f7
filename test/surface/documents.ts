import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dir, "../..");

export interface Document {
  path: string;
  text: string;
  /** The text without fenced blocks. */
  prose: string;
  blocks: Block[];
}

export interface Block {
  language: string;
  code: string;
  line: number;
  /** The heading above it. */
  heading: string;
  /** The text between the previous block or heading and this one. */
  before: string;
  /** The text between this one and the next block or heading. */
  after: string;
}

const fence = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^ *```$/gm;

function readDocument(path: string): Document {
  const text = readFileSync(join(root, path), "utf8");
  const blocks = [...text.matchAll(fence)].map(({ 0: whole, 1: indent, 2: language, 3: code, index }) => {
    const above = text.slice(0, index);
    const heading = [...above.replace(fence, "").matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? "";
    return {
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      line: above.split("\n").length,
      heading,
      before: above.split(/^ *```$|^#+ .+$/m).at(-1)!,
      after: text.slice(index + whole.length).split(/^ *```|^#+ /m)[0]!,
    };
  });
  return { path, text, prose: text.replace(fence, ""), blocks };
}

/** Names of the pages in docs/, without their ending. */
export const pageNames = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.slice(0, -".md".length));

export const documents = ["README.md", "CONTRIBUTING.md", ...pageNames.map((name) => `docs/${name}.md`)].map(
  readDocument,
);

export const documentAt = (path: string): Document => documents.find((one) => one.path === path)!;

/** Lines of shell blocks, with continued lines joined and comments removed. */
export const shellLines = ({ blocks }: Pick<Document, "blocks">): string[] =>
  blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.replaceAll("\\\n", " ").split("\n"))
    .map((line) => line.replace(/(^|\s+)#.*$/, "").trim())
    .filter(Boolean);

/** Words of a line, as a shell reads quotes. */
export const wordsOf = (line: string): string[] =>
  [...line.replaceAll(/\$\([^)]*\)/g, "TODAY").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );

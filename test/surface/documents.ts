import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dir, "../..");

export interface Document {
  path: string;
  text: string;
  /** The text without fenced blocks. */
  prose: string;
  blocks: { language: string; code: string }[];
}

const fence = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^ *```$/gm;

function readDocument(path: string): Document {
  const text = readFileSync(join(root, path), "utf8");
  const blocks = [...text.matchAll(fence)].map(([, indent, language, code]) => ({
    language: language!,
    code: code!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
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

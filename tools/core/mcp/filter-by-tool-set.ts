import { lookup } from "#db/values/lookup.ts";
import type { NextAction, ProblemBody, ProblemSummary } from "../errors/errors.ts";
import type { AnyTool } from "../operations/define.ts";
import type { ToolSet } from "../operations/tool-set.ts";

/** Fields of answers in which we speak; others hold facts, and what people wrote is never touched. */
const ownWords = new Set(["why", "message", "fix", "reason", "detail", "not_tried"]);

/** How what we say is put for readers who have only some of the tools. */
export interface ToolSetFilter {
  /** A text of ours without the sentences that send its reader to a tool that is not there. */
  words(text: string): string;
  /** The same, where it is better to say nothing than to say something else. */
  hint(text: string): string | undefined;
  /** An answer without actions that call such a tool; what a person can do at a page is left to them. */
  output(output: Record<string, unknown>, base: string): Record<string, unknown>;
  /** The text of an answer; what stands in the answer itself is left as it is. */
  text(text: string, output: Record<string, unknown>): string;
  problem(problem: ProblemSummary, body: ProblemBody, base: string): { problem: ProblemSummary; body: ProblemBody };
}

/** Null where there is nothing to leave out. */
export function filterByToolSet({ excludedTools }: Pick<ToolSet, "excludedTools">): ToolSetFilter | null {
  if (excludedTools.size === 0) return null;
  const name = `\\b(?:${[...excludedTools.keys()].join("|")})\\b`;
  const named = new RegExp(name);
  const everyName = new RegExp(name, "g");
  const remark = new RegExp(` ?\\((?![^()]*://)[^()]*${name}[^()]*\\)`, "g");

  const inWords = (text: string) => text.replace(everyName, (tool) => `"${excludedTools.get(tool)!.title}"`);

  /** What is left of a sentence: all of it, its parts up to the first that names such a tool, or nothing. */
  function sentence(text: string): string {
    if (!named.test(text)) return text;
    // An address is of use without the tool that stands beside it.
    if (text.includes("://")) return inWords(text);
    const parts = text.split("; ");
    const kept = parts
      .slice(
        0,
        parts.findIndex((part) => named.test(part)),
      )
      .join("; ");
    return kept === "" ? "" : `${kept}.`;
  }

  const left = (text: string): string =>
    text.replace(remark, "").split(endOfSentence).map(sentence).filter(Boolean).join(" ");

  const words = (text: string): string => (named.test(text) ? left(text) || inWords(text) : text);

  function action(next: NextAction, base: string): NextAction | null {
    const { tool, arguments: given = {}, ...rest } = next;
    const why = words(rest.why);
    const gone = tool === undefined ? undefined : excludedTools.get(tool);
    if (!gone) return { ...next, why };
    const url = rest.url ?? personPage(gone, given, base);
    return url === undefined ? null : { why, who: "human", url };
  }

  function shown(value: unknown, base: string): unknown {
    if (Array.isArray(value))
      return value.flatMap((item) => (isAction(item) ? (action(item, base) ?? []) : [shown(item, base)]));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (ownWords.has(key) && typeof inner === "string") return [key, words(inner)];
        if (ownWords.has(key) && Array.isArray(inner)) return [key, inner.map((text) => words(String(text)))];
        // Where one action has to stand, what it is for is still worth knowing.
        if (isAction(inner)) return [key, action(inner, base) ?? { why: words(inner.why), who: inner.who }];
        return [key, shown(inner, base)];
      }),
    );
  }

  return {
    words,
    hint: (text) => (named.test(text) ? left(text) || undefined : text),
    output: (output, base) => shown(output, base) as Record<string, unknown>,
    text(text, output) {
      if (!named.test(text)) return text;
      const said = textsOf(output).filter((one) => named.test(one));
      const ours = (line: string) => (named.test(line) ? left(line) || null : line);
      // Quoted lines are others' words whole.
      const lines = text.split("\n").map((line) => (line.startsWith("> ") ? line : aside(line, said, ours)));
      return lines.filter((line) => line !== null).join("\n") || inWords(text);
    },
    problem(problem, body, base) {
      const told = {
        code: problem.code,
        retryAfter: problem.retryAfter,
        detail: words(problem.detail),
        errors: shown(problem.errors, base) as ProblemSummary["errors"],
        nextActions: shown(problem.nextActions, base) as NextAction[],
      };
      return {
        problem: told,
        body: { ...body, detail: told.detail, errors: told.errors, next_actions: told.nextActions },
      };
    },
  };
}

const endOfSentence = /(?<=[.!?]) (?=\S)/;

/**
 * Where a person does what a tool does, with these arguments; nothing where they do not lead to one page. `{?field}` in a
 * page's path is a query parameter that may be absent (RFC 6570, section 3.2.8).
 */
export function personPage(
  { page }: Pick<AnyTool, "page">,
  given: Record<string, unknown>,
  base = "",
): string | undefined {
  const fields = [...(page ?? "").matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
  if (page === undefined || fields.some((field) => lookup(given, field) === undefined)) return undefined;
  const filled = page.replace(/\{(\??)(\w+)\}/g, (_, isQuery: string, field: string) => {
    const value = lookup(given, field);
    if (value === undefined) return "";
    return (isQuery && `?${field}=`) + encodeURIComponent(String(value));
  });
  return base + filled;
}

const isAction = (value: unknown): value is NextAction =>
  typeof value === "object" && value !== null && "why" in value && "who" in value;

/** All texts of a value, as one line each, which is how texts of answers have them. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(textsOf);
}

/** A line with what is ours of it changed: what others said stands for itself. */
function aside(line: string, said: readonly string[], change: (ours: string) => string | null): string | null {
  // With the end of its sentence, which ends one of ours as well.
  const mark = (i: number) => `\u0000${i}\u0000${/[.!?]$/.exec(said[i]!)?.[0] ?? ""}`;
  const changed = change(said.reduce((text, one, i) => text.replaceAll(one, () => mark(i)), line));
  return changed && said.reduce((text, one, i) => text.replaceAll(mark(i), () => one), changed);
}

import { lookup } from "#db/values/lookup.ts";
import type { NextAction, ProblemBody, ProblemSummary } from "../errors/errors.ts";
import type { AnyTool } from "../operations/define.ts";
import type { ToolSet } from "../operations/tool-set.ts";

/**
 * Fields of responses that contain our own sentences. Other fields contain data and texts of users, which are never
 * changed.
 */
const ownWords = new Set(["why", "message", "fix", "reason", "detail", "not_tried"]);

/** Adapts texts and responses to a set of tools. */
export interface ToolSetFilter {
  /** Returns a text without the sentences that mention an excluded tool. If none is left, names the tools by title. */
  words(text: string): string;
  /** As `words`, but returns undefined if no sentence is left. */
  hint(text: string): string | undefined;
  /** Removes actions that call an excluded tool, or replaces them with the page where the user can do the same. */
  output(output: Record<string, unknown>, base: string): Record<string, unknown>;
  /** Filters the text of a response. Texts that come from `output` stay as they are. */
  text(text: string, output: Record<string, unknown>): string;
  problem(problem: ProblemSummary, body: ProblemBody, base: string): { problem: ProblemSummary; body: ProblemBody };
}

/** Returns null if no tool is excluded. */
export function filterByToolSet({ excludedTools }: Pick<ToolSet, "excludedTools">): ToolSetFilter | null {
  if (excludedTools.size === 0) return null;
  const name = `\\b(?:${[...excludedTools.keys()].join("|")})\\b`;
  const named = new RegExp(name);
  const everyName = new RegExp(name, "g");
  const remark = new RegExp(` ?\\((?![^()]*://)[^()]*${name}[^()]*\\)`, "g");

  const inWords = (text: string) => text.replace(everyName, (tool) => `"${excludedTools.get(tool)!.title}"`);

  /** Returns a sentence, its parts before the first excluded tool, or an empty text. */
  function sentence(text: string): string {
    if (!named.test(text)) return text;
    // A URL is useful even without the tool that is mentioned beside it.
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
        // The schema requires an action here, and its reason is still useful.
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
      // Quoted lines consist of user text only.
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
 * Returns the page where the user can do what the tool does, or undefined if the arguments do not identify one page.
 * `{?field}` in a path is an optional query parameter (RFC 6570, section 3.2.8).
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

/** Returns all texts of a value in one line each, as text responses contain them. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(textsOf);
}

/** Applies `change` to a line but keeps the user texts in it. */
function aside(line: string, said: readonly string[], change: (ours: string) => string | null): string | null {
  // Keeps the final punctuation, which may also end our own sentence.
  const mark = (i: number) => `\u0000${i}\u0000${/[.!?]$/.exec(said[i]!)?.[0] ?? ""}`;
  const changed = change(said.reduce((text, one, i) => text.replaceAll(one, () => mark(i)), line));
  return changed && said.reduce((text, one, i) => text.replaceAll(mark(i), () => one), changed);
}

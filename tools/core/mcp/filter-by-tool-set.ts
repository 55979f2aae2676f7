import { lookup } from "#db/values/lookup.ts";
import type { NextAction, ProblemBody, ProblemSummary } from "../errors/errors.ts";
import type { AnyTool } from "../operations/define.ts";
import type { ToolSet } from "../operations/tool-set.ts";

/** Fields that contain our own sentences. Users' text is never changed. */
const ownTextFields = new Set(["why", "message", "fix", "reason", "detail", "not_tried", "visibility"]);

export interface ToolSetFilter {
  /**
   * Removes sentences that mention an excluded tool. If no sentence is left, keeps the text with titles instead of tool
   * names.
   */
  words(text: string): string;
  /** Like `words`, but undefined if no sentence is left. */
  hint(text: string): string | undefined;
  /** Replaces actions that use excluded tools with the page that does the same, or removes them. */
  output(output: Record<string, unknown>, base: string): Record<string, unknown>;
  /** Text that comes from `output` stays unchanged. */
  text(text: string, output: Record<string, unknown>): string;
  problem(problem: ProblemSummary, body: ProblemBody, base: string): { problem: ProblemSummary; body: ProblemBody };
}

/** Returns null if no tool is excluded. */
export function filterByToolSet({ excludedTools }: Pick<ToolSet, "excludedTools">): ToolSetFilter | null {
  if (excludedTools.size === 0) return null;
  const name = `\\b(?:${[...excludedTools.keys()].join("|")})\\b`;
  const anyName = new RegExp(name);
  const everyName = new RegExp(name, "g");
  const bracket = new RegExp(` ?\\((?![^()]*://)[^()]*${name}[^()]*\\)`, "g");

  const byTitle = (text: string) => text.replace(everyName, (tool) => `"${excludedTools.get(tool)!.title}"`);

  function sentence(text: string): string {
    if (!anyName.test(text)) return text;
    // A sentence with a URL is kept, because the URL is useful even without the tool.
    if (text.includes("://")) return byTitle(text);
    const parts = text.split("; ");
    const kept = parts
      .slice(
        0,
        parts.findIndex((part) => anyName.test(part)),
      )
      .join("; ");
    return kept === "" ? "" : `${kept}.`;
  }

  const withoutExcluded = (text: string): string =>
    text.replace(bracket, "").split(endOfSentence).map(sentence).filter(Boolean).join(" ");

  const words = (text: string): string => (anyName.test(text) ? withoutExcluded(text) || byTitle(text) : text);

  function action(next: NextAction, base: string): NextAction | null {
    const { tool, arguments: given = {}, ...rest } = next;
    const why = words(rest.why);
    const excluded = tool === undefined ? undefined : excludedTools.get(tool);
    if (!excluded) return { ...next, why };
    const url = rest.url ?? personPage(excluded, given, base);
    return url === undefined ? null : { why, who: "human", url };
  }

  function shown(value: unknown, base: string): unknown {
    if (Array.isArray(value))
      return value.flatMap((item) => (isAction(item) ? (action(item, base) ?? []) : [shown(item, base)]));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (ownTextFields.has(key) && typeof inner === "string") return [key, words(inner)];
        if (ownTextFields.has(key) && Array.isArray(inner)) return [key, inner.map((text) => words(String(text)))];
        // The schema requires an action here, so the reason is kept even if the action itself is removed.
        if (isAction(inner)) return [key, action(inner, base) ?? { why: words(inner.why), who: inner.who }];
        return [key, shown(inner, base)];
      }),
    );
  }

  return {
    words,
    hint: (text) => (anyName.test(text) ? withoutExcluded(text) || undefined : text),
    output: (output, base) => shown(output, base) as Record<string, unknown>,
    text(text, output) {
      if (!anyName.test(text)) return text;
      const userTexts = textsOf(output).filter((one) => anyName.test(one));
      const ownText = (line: string) => (anyName.test(line) ? withoutExcluded(line) || null : line);
      // Quoted lines contain only users' text, so they are not changed.
      const lines = text
        .split("\n")
        .map((line) => (line.startsWith("> ") ? line : changeOwnText(line, userTexts, ownText)));
      return lines.filter((line) => line !== null).join("\n") || byTitle(text);
    },
    problem(problem, body, base) {
      const filtered = {
        code: problem.code,
        retryAfter: problem.retryAfter,
        detail: words(problem.detail),
        errors: shown(problem.errors, base) as ProblemSummary["errors"],
        nextActions: shown(problem.nextActions, base) as NextAction[],
      };
      return {
        problem: filtered,
        body: { ...body, detail: filtered.detail, errors: filtered.errors, next_actions: filtered.nextActions },
      };
    },
  };
}

const endOfSentence = /(?<=[.!?]) (?=\S)/;

/** `{?field}` is an optional query parameter (RFC 6570, section 3.2.8). */
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

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(textsOf);
}

function changeOwnText(
  line: string,
  userTexts: readonly string[],
  change: (ownText: string) => string | null,
): string | null {
  // A placeholder keeps the final punctuation mark of the user's text, because the mark may also end our own sentence.
  const placeholder = (i: number) => `\u0000${i}\u0000${/[.!?]$/.exec(userTexts[i]!)?.[0] ?? ""}`;
  const changed = change(userTexts.reduce((text, one, i) => text.replaceAll(one, () => placeholder(i)), line));
  return changed && userTexts.reduce((text, one, i) => text.replaceAll(placeholder(i), () => one), changed);
}

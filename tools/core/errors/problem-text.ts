import { lines } from "../text/text.ts";
import { type FieldError, type ProblemSummary, problems } from "./errors.ts";
import { actionLines } from "./next-action.ts";

/** Writes a problem as text, for readers who do not see structured content. */
export function problemText({ code, detail, errors, retryAfter, nextActions }: ProblemSummary): string {
  // The detail of an invalid input repeats its first error, which is also in the list.
  const isListed = errors.some(({ message }) => detail.includes(message));
  return lines(
    `${code}: ${isListed ? `${problems[code].title}.` : detail}`,
    faultLines(errors),
    retryAfter !== undefined && !detail.includes(`in ${retryAfter} s`) && `Try again in ${retryAfter} s.`,
    actionLines(nextActions),
  );
}

export const faultLines = (faults: readonly FieldError[]): string[] =>
  faults.map(({ field, message, limit, actual, fix }) => {
    const bounds = [
      limit !== undefined && !message.includes(String(limit)) && `limit ${limit}`,
      actual !== undefined && `is ${actual}`,
    ].filter(Boolean);
    const fault = `${field || "input"}: ${message}${bounds.length > 0 ? ` (${bounds.join(", ")})` : ""}`;
    return `- ${fault}${/[.!?]$/.test(fault) ? "" : "."}${fix && !repeats(message, fix) ? ` ${fix}` : ""}`;
  });

// A fix such as "Use one of: a, b." adds nothing to the message "must be one of a, b".
const repeats = (message: string, fix: string) => message.includes(fix.replace(/^Use (?:one of: )?|\.$/g, ""));

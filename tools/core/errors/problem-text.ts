import { lines } from "../text/text.ts";
import { type FieldError, type ProblemSummary, problems } from "./errors.ts";
import { actionLines } from "./next-action.ts";

/** A problem for a reader who sees no structured content: every fault with its fix, when to try again, what helps. */
export function problemText({ code, detail, errors, retryAfter, nextActions }: ProblemSummary): string {
  // The detail of an invalid input is its first fault, which the list says again.
  const isListed = errors.some(({ message }) => detail.includes(message));
  return lines(
    `${code}: ${isListed ? `${problems[code].title}.` : detail}`,
    faultLines(errors),
    retryAfter !== undefined && !detail.includes(`in ${retryAfter} s`) && `Try again in ${retryAfter} s.`,
    actionLines(nextActions),
  );
}

/** Faults of an input, a line each. */
export const faultLines = (faults: readonly FieldError[]): string[] =>
  faults.map(({ field, message, limit, actual, fix }) => {
    const bounds = [
      limit !== undefined && !message.includes(String(limit)) && `limit ${limit}`,
      actual !== undefined && `is ${actual}`,
    ].filter(Boolean);
    const fault = `${field || "input"}: ${message}${bounds.length > 0 ? ` (${bounds.join(", ")})` : ""}`;
    return `- ${fault}${/[.!?]$/.test(fault) ? "" : "."}${fix && !says(message, fix) ? ` ${fix}` : ""}`;
  });

// "must be one of a, b" needs no "Use one of: a, b." behind it.
const says = (message: string, fix: string) => message.includes(fix.replace(/^Use (?:one of: )?|\.$/g, ""));

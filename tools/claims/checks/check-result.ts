import type { OutboundReason, TxtAnswer } from "../../core/ports/outbound.ts";

type DnsFailure = Extract<TxtAnswer, { failure: string }>["failure"];

export type ProofErrorCode =
  | OutboundReason
  | DnsFailure
  | "http_status"
  | "method_gone"
  | "no_link"
  | "no_tag"
  | "not_checked"
  | "not_a_file"
  | "not_found"
  | "not_in_head"
  | "other_claim"
  | "rate_limited"
  | "redirect"
  | "refused"
  | "wrong_name"
  | "wrong_value";

/** The message says how to fix the problem. A temporary problem may resolve itself. */
export type CheckResult =
  | { isFound: true }
  | { isFound: false; code: ProofErrorCode; message: string; isTemporary: boolean };

export const found: CheckResult = { isFound: true };

export const missed = (code: ProofErrorCode, message: string, isTemporary = false): CheckResult => ({
  isFound: false,
  code,
  message,
  isTemporary,
});

export const missedForNow = (code: ProofErrorCode, message: string): CheckResult => missed(code, message, true);

const maxQuotedLength = 60;

export const quotedLine = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return `"${line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line}"`;
};

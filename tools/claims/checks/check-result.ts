/** The message says how to fix the problem. A temporary problem may resolve itself. */
export type CheckResult = { isFound: true } | { isFound: false; code: string; message: string; isTemporary: boolean };

export const found: CheckResult = { isFound: true };

export const missed = (code: string, message: string, isTemporary = false): CheckResult => ({
  isFound: false,
  code,
  message,
  isTemporary,
});

export const missedForNow = (code: string, message: string): CheckResult => missed(code, message, true);

const maxQuotedLength = 60;

export const quotedLine = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return `"${line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line}"`;
};

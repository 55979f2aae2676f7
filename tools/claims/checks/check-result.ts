/** What a look for a proof came to; the message says what to do. */
export type CheckResult = { isFound: true } | { isFound: false; code: string; message: string; isTemporary: boolean };

export const found: CheckResult = { isFound: true };

export const missed = (code: string, message: string): CheckResult => ({
  isFound: false,
  code,
  message,
  isTemporary: false,
});

/** A miss that may be over in a moment, and is nobody's fault. */
export const unknown = (code: string, message: string): CheckResult => ({
  isFound: false,
  code,
  message,
  isTemporary: true,
});

const maxShownLength = 60;

/** Something a site or zone says, short enough for a sentence and in one line. */
export const shown = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return `"${line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line}"`;
};

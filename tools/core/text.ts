// How answers are said in text. What comes from outside never begins a line of its own, so it cannot pass for one of ours.

/** Lines of an answer; what does not apply is left out. */
export const lines = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join("\n");

/** Facts about one thing, in one line. */
export const facts = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** Text from outside for the rest of a line that we began. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** Text from outside that keeps its line breaks, each line behind a mark. */
export const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** `2026-11-18` of an RFC 3339 time. */
export const day = (time: string): string => time.slice(0, 10);

/** Addresses by platform, in one line. */
export const linkLine = (links: Record<string, string>): string | null => {
  const all = Object.entries(links).map(([platform, url]) => oneLine(`${platform} ${url}`));
  return all.length === 0 ? null : `Links: ${facts(...all)}`;
};

/** Questions with their answers, as listings, drafts and founders have them. */
export const questionLines = (faqs: readonly { question: string; answer: string }[]): string[] =>
  faqs.map(({ question, answer }) => `Q: ${oneLine(question)}\nA: ${oneLine(answer)}`);

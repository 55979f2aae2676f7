type TextPart = string | false | null | undefined;

/**
 * The lines of an answer; what does not apply is left out. Each is one line whatever is in it: text from outside
 * begins none of its own, so it cannot pass for one of ours.
 */
export function lines(...parts: (TextPart | TextPart[])[]): string {
  const said: string[] = [];
  for (const part of parts.flat()) if (part) said.push(oneLine(part));
  return said.join("\n");
}

/** Facts about one thing, for one line. */
export const facts = (...parts: TextPart[]): string => parts.filter(Boolean).join(" · ");

/** Text from outside that keeps its line breaks: lines that each have a mark. */
export const quoted = (text: string): string[] =>
  text
    .trim()
    .split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u)
    .map((line) => `> ${line}`);

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trimEnd();

/** Addresses by platform, for one line. */
export const linksText = (links: Record<string, string>): string =>
  facts(...Object.entries(links).map(([platform, url]) => `${platform} ${url}`));

/** Questions and answers, as listings, drafts and founders have them. */
export const questionLines = (faqs: readonly { question: string; answer: string }[]): string[] =>
  faqs.flatMap(({ question, answer }) => [`Q: ${question}`, `A: ${answer}`]);

/** The value of a field as text: what it lists stands in lines of its own. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(fieldText).join("\n");
  if (typeof value !== "object") return String(value);
  if ("question" in value && "answer" in value) return `${value.question}\n${value.answer}`;
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${entry}`)
    .join("\n");
}

/** `2026-11-18` of an RFC 3339 time. */
export const day = (time: string): string => time.slice(0, 10);

import type { Plan } from "#db/schema/listing-fields.ts";
import { endOfWeek, startOfWeek } from "#db/values/week.ts";
import { wholePlanText, withNotes } from "./plan-text.ts";

type TextPart = string | false | null | undefined;

/** Writes each part as one line, so that users' text cannot imitate our lines. */
export function lines(...parts: (TextPart | TextPart[])[]): string {
  const result: string[] = [];
  for (const part of parts.flat()) if (part) result.push(oneLine(part));
  return result.join("\n");
}

/** Words for a change. In a dry run, they are conditional. */
export const wouldBe = <Words>(output: object, words: Words, conditional: Words): Words =>
  "dry_run" in output ? conditional : words;

export const facts = (...parts: TextPart[]): string => parts.filter(Boolean).join(" · ");

/** Marks each line of users' text, so that the text can keep its line breaks. */
export const quoted = (text: string): string[] =>
  text
    .trim()
    .split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u)
    .map((line) => `> ${line}`);

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trimEnd();

/** The beginning of some text on a single line, so that its author cannot imitate a line of ours. */
export function shortened(text: string, maxCharacters: number): string {
  const characters = [...oneLine(text.replace(/\s+/g, " ")).trim()];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join("")}…` : characters.join("");
}

/**
 * Shows letters and digits of other scripts instead of their percent-encoding, which takes nine characters each in
 * Japanese. Browsers encode them again in the same way (RFC 3987, section 3.1). Spaces and punctuation stay encoded,
 * because chat clients would end the link there, and so does text that is not in NFC.
 */
export const shortUrl = (url: string): string =>
  url.replace(/(?:%[89A-F][0-9A-F])+/g, (encoded) => {
    const text = Buffer.from(encoded.replaceAll("%", ""), "hex").toString();
    const isExact = encodeURIComponent(text) === encoded && text.normalize() === text && !/^\p{M}/u.test(text);
    return isExact ? text.replace(/[^\p{L}\p{M}\p{N}]/gu, encodeURIComponent) : encoded;
  });

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const linksText = (links: Record<string, string>): string =>
  facts(...Object.entries(links).map(([platform, url]) => `${platform} ${url}`));

export const questionLines = (faqs: readonly { question: string; answer: string }[]): string[] =>
  faqs.flatMap(({ question, answer }) => [`Q: ${question}`, `A: ${answer}`]);

export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(rowText).join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .filter(([, entry]) => entry !== null)
    .map(([name, entry]) => `${name}: ${entry}`)
    .join("\n");
}

/** An entry of a list with everything that it contains. */
export function rowText(row: unknown): string {
  if (typeof row !== "object" || row === null) return fieldText(row);
  // A picture's alternative text says what it shows.
  if ("alt" in row) return String(row.alt);
  if ("price" in row) return wholePlanText(row as Plan);
  if ("question" in row && "answer" in row) return `${row.question}\n${row.answer}`;
  if ("name" in row && "url" in row) return withNotes(String(row.name), row.url as string | null);
  return fieldText(row);
}

export const day = (time: string): string => time.slice(0, 10);

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const timeFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A date for people, such as `25 November 2026`. */
export const dayWords = (time: string | Date): string => dayFormat.format(new Date(time));

/** The first day of a week, such as `23 November 2026`. */
export const mondayWords = (week: string): string => dayWords(startOfWeek(week)!);

/** The last day of a week, such as `29 November 2026`. */
export const sundayWords = (week: string): string => dayWords(new Date(endOfWeek(week).getTime() - 1));

/** A time for people, such as `25 Nov 2026, 19:51 UTC`. The server does not know the reader's time zone. */
export const timeWords = (time: string | Date): string => `${timeFormat.format(new Date(time))} UTC`;

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A week, month or year, such as `week 47, 2026` or `November 2026`. */
export const periodInSentence = (period: string): string =>
  period.includes("W")
    ? weekInSentence(period)
    : period.length > 4
      ? monthFormat.format(new Date(`${period}-01`))
      : period;

export const weekInSentence = (week: string): string => `week ${Number(week.slice(6))}, ${week.slice(0, 4)}`;

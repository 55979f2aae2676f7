import * as z from "zod";
import { type EditName, type EditValues, editNames } from "#db/schema/listing-fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { fieldText } from "../../core/text/text.ts";
import { mediaUrl } from "../shared/records.ts";

export const textChange = z.strictObject({ field: z.string(), before: z.string(), after: z.string() });
type TextChange = z.output<typeof textChange>;

type Values = Partial<EditValues>;

/** Returns the old and new text of each field that differs. Images are stored as hashes and returned as URLs. */
export function textChanges(before: Values, after: Values, urls: SiteUrls): TextChange[] {
  const textOf = (field: EditName, values: Values) => {
    if (field === "logo_url") return mediaUrl(urls, values.logo_url ?? null) ?? "";
    if (field !== "pictures") return fieldText(values[field]);
    return (values.pictures ?? []).map(({ hash, alt }) => `${alt} (${mediaUrl(urls, hash)})`).join("\n");
  };
  return editNames
    .filter((field) => field in before || field in after)
    .map((field) => ({ field, before: textOf(field, before), after: textOf(field, after) }));
}

/** Returns the entries of a list that a change removes. An entry with a new answer or URL is not removed. */
export function removedEntries(before: unknown, after: unknown): string[] {
  const left = new Map(entriesOf(after));
  return entriesOf(before).flatMap(([key, text]) => (left.has(key) ? [] : [text]));
}

/** Returns the key that identifies each entry, with its text. */
function entriesOf(value: unknown): [key: string, text: string][] {
  if (value === null || typeof value !== "object") return [];
  if (!Array.isArray(value)) return Object.keys(value).map((key) => [key, key]);
  return value.map((entry) => [entry.hash ?? entry.question ?? entry, entry.alt ?? entry.question ?? entry]);
}

const context = 20;

/** Cuts both texts to the part that differs, with at most `max` characters. */
export function cutChange<Change extends TextChange>(change: Change, max: number): Change {
  const { before, after } = change;
  const isLong = Math.max(before.length, after.length) > max;
  let same = 0;
  while (isLong && same < before.length && before[same] === after[same]) same++;
  const start = same > context ? same - context : 0;
  const cut = (text: string) => {
    const rest = start === 0 ? text : `…${text.slice(start)}`;
    return rest.length > max ? `${rest.slice(0, max - 1)}…` : rest;
  };
  return { ...change, before: cut(before), after: cut(after) };
}

const quotedOrEmpty = (text: string) => (text === "" ? "empty" : `"${text}"`);

export const changeText = ({ field, before, after }: TextChange): string =>
  `${field}: ${quotedOrEmpty(before)} → ${quotedOrEmpty(after)}`;

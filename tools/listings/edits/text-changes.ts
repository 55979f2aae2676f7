import * as z from "zod";
import type { Facts } from "#db/schema/changes.ts";
import {
  type EditName,
  type EditValues,
  editNames,
  fieldOf,
  isText,
  type ListingField,
} from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
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
    .map((field) => {
      const [was, is] = differingEntries(before[field], after[field]);
      return { field, before: textOf(field, { [field]: was }), after: textOf(field, { [field]: is }) };
    });
}

/** Returns only the entries of two lists that differ, or the whole lists if only their order differs. */
export function differingEntries(before: unknown, after: unknown): [unknown, unknown] {
  if (!isList(before) || !isList(after)) return [before, after];
  const [was, is] = [without(before, after), without(after, before)];
  return Object.keys(was).length + Object.keys(is).length > 0 ? [was, is] : [before, after];
}

type List = Record<string, unknown> | unknown[];

const isList = (value: unknown): value is List => typeof value === "object" && value !== null;

function without(list: List, other: List): List {
  if (Array.isArray(list) || Array.isArray(other))
    return Object.values(list).filter((entry) => !Object.values(other).some((one) => Bun.deepEquals(one, entry)));
  return Object.fromEntries(Object.entries(list).filter(([name, entry]) => lookup(other, name) !== entry));
}

/** Returns the entries of a list that a change removes. A question with a new answer is not removed. */
export function removedEntries(before: unknown, after: unknown): string[] {
  const left = new Map(entriesOf(after));
  return entriesOf(before).flatMap(([key, text]) => (left.has(key) ? [] : [text]));
}

/** Returns the key that identifies each entry, with its text. */
function entriesOf(value: unknown): [key: string, text: string][] {
  if (value === null || typeof value !== "object") return [];
  // A platform with another URL loses the old one.
  if (!Array.isArray(value)) return Object.entries(value).map((entry) => [entry.join(" "), entry.join(" ")]);
  return value.map((entry) => {
    const name = entry.question ?? entry.name ?? entry;
    return [entry.hash ?? name, entry.alt ?? name];
  });
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

/** A change of a list contains only the entries that differ, so an empty side means that the others stay. */
export function changeText({ field, before, after }: TextChange): string {
  if (!isListField(field)) return `${field}: ${quotedOrEmpty(before)} → ${quotedOrEmpty(after)}`;
  const separated = (text: string) => (hasEntryLines(field) ? text.replaceAll("\n", "; ") : text);
  const [was, is] = [separated(before), separated(after)];
  if (was === "") return `${field}, added: "${is}"`;
  if (is === "") return `${field}, removed: "${was}"`;
  return `${field}: "${was}" → "${is}"`;
}

/** Returns true if each line of a field's text is an entry. Answers may have several lines. */
const hasEntryLines = (field: string) => isListField(field) && field !== "faqs";

/** Cuts a change so that a person can still approve it: `max` applies to each entry of a list. */
export function cutEntries<Change extends TextChange>(change: Change, max: number): Change {
  const { field, before, after } = change;
  const entries = hasEntryLines(field) ? Math.max(before.split("\n").length, after.split("\n").length) : 1;
  return cutChange(change, max * entries);
}

const isListField = (name: string): boolean => {
  if (name === "pictures") return true;
  const field: ListingField | undefined = lookup(fieldOf, name);
  return field !== undefined && !isText(field) && field.max > 1;
};

const maxReplaced = 600;

/** The changes of texts whose former versions are not kept, so that a dry run shows as much of them as fits. */
export const replacedTexts = (before: Facts, after: Facts): TextChange[] =>
  Object.entries(after).map(([field, value]) =>
    cutChange({ field, before: fieldText(lookup(before, field)), after: fieldText(value) }, maxReplaced),
  );

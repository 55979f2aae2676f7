import * as z from "zod";
import { type CamelCase, camelCase, type FieldColumns } from "#db/schema/columns.ts";
import {
  draftNames,
  type FieldName,
  fieldNames,
  fieldOf,
  isNullable,
  isProse,
  isText,
  type ListingField,
  type ListingValues,
  listingFields,
  type RowColumn,
  type ShownFields,
  type TextKind,
} from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { filled, paragraphs, socialLinks } from "../../core/input/fields.ts";
import { letters } from "../../core/text/closest-match.ts";
import { capital } from "../../core/text/text.ts";
import { formatted } from "./formats.ts";

export const entryLimits = {
  question: listingFields.faqs.columns.question.max,
  answer: listingFields.faqs.columns.answer.max,
};

/** Removes names that differ from an earlier one only in case. */
export const onceEach = (names: readonly string[]): string[] => {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, i) => folded.indexOf(folded[i]!) === i);
};

const textOf = (text: TextKind) => (text.kind === "line" ? formatted(text) : paragraphs(text.max));

export const filledText = (text: TextKind) => filled(textOf(text));

/** The length limits in prose. They apply after white space is folded, so they cannot be schema keywords. */
export const boundOf = ({ min, max, hint, ...field }: ListingField) => {
  if (hint && "format" in field && field.format) return hint;
  const bound = min > 0 ? `from ${min} to ${max} characters` : `up to ${max} characters`;
  return hint ? `${hint}, ${bound}` : capital(bound);
};

const specialInputs: Record<string, z.ZodType> = {
  categories: z.array(z.string().max(120)).max(listingFields.categories.max),
  logo_url: z.string().trim().max(listingFields.logo_url.max).nullable(),
};

function sentAs(name: FieldName, field: ListingField): z.ZodType {
  const { kind, max } = field;
  switch (kind) {
    case "line":
    case "paragraphs":
      // Responses show empty text as null, so null clears a text field.
      return isNullable(field)
        ? textOf(field)
            .nullable()
            .transform((sent) => sent ?? "")
        : textOf(field);
    case "choice":
      return z.enum(field.values).nullable();
    case "list":
      return z
        .array(filledText(field.entry).refine(hasLetters, "must contain a letter or digit"))
        .max(max)
        .overwrite(onceEach);
    case "rows":
      return z
        .array(z.strictObject(mapValues(field.columns, sentColumn)))
        .max(max)
        .superRefine(requireOwnNames);
    case "links":
      return socialLinks.refine((links) => Object.keys(links).length <= max, `must have at most ${max} entries`);
    case "special":
      return specialInputs[name]!;
  }
}

const hasLetters = (text: string) => letters(text) !== "";

/** Rows with names, such as plans, are identified by them. */
function requireOwnNames(rows: { name?: unknown }[], context: z.RefinementCtx): void {
  const names = rows.map(({ name }) => String(name ?? "").toLowerCase());
  for (const [i, name] of names.entries())
    if (name !== "" && names.indexOf(name) < i)
      context.addIssue({
        code: "custom",
        path: [i, "name"],
        message: "must differ from the names of the other entries",
      });
}

const mapValues = <Value, Made>(values: Record<string, Value>, make: (value: Value) => Made) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));

function sentColumn(column: RowColumn): z.ZodType {
  const meta = { description: column.label, ...(column.example !== null && { example: column.example }) };
  switch (column.kind) {
    case "amount":
      return z.int().min(0).max(column.max).meta(meta);
    case "choice":
      return z.enum(column.values).meta(meta);
    default:
      return column.min > 0
        ? filledText(column).meta(meta)
        : textOf(column)
            .nullable()
            .default(null)
            .transform((sent) => sent || null)
            .meta(meta);
  }
}

function columnRecord(column: RowColumn): z.ZodType {
  if (column.kind === "amount") return z.int();
  if (column.kind === "choice") return z.enum(column.values);
  return column.min > 0 ? z.string() : z.string().nullable();
}

function describedAs(field: ListingField): string {
  if (field.kind === "line" || field.kind === "paragraphs") return boundOf(field);
  if (field.kind !== "rows") return field.hint!;
  const bounds = Object.entries<RowColumn>(field.columns).map(
    ([name, column]) => isProse(column) && `${name} up to ${column.max}`,
  );
  return bounds.every(Boolean) ? `${field.hint}; ${bounds.join(", ")} characters` : field.hint!;
}

function inputOf(name: FieldName): z.ZodType {
  const field = fieldOf[name];
  const { example } = field;
  return sentAs(name, field).meta({ description: describedAs(field), ...(example !== undefined && { example }) });
}

function recordOf(name: FieldName): z.ZodType {
  const field = fieldOf[name];
  switch (field.kind) {
    case "line":
    case "paragraphs":
      return z.string();
    case "choice":
      return z.enum(field.values).nullable();
    case "list":
      return z.array(z.string());
    case "rows":
      return z.array(z.strictObject(mapValues(field.columns, columnRecord)));
    case "links":
      return z.record(z.string(), z.string());
    case "special":
      return name === "logo_url" ? z.string().nullable() : z.array(z.string());
  }
}

function emptyOf(name: FieldName): unknown {
  const { kind } = fieldOf[name];
  if (kind === "line" || kind === "paragraphs") return "";
  if (kind === "choice" || name === "logo_url") return null;
  return kind === "links" ? {} : [];
}

const ofFields = <Made>(names: readonly FieldName[], make: (name: FieldName) => unknown) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Made;

type Schemas<Values> = { [Name in keyof Values]: z.ZodType<Values[Name], Values[Name]> };

export const fieldsRecord = z.strictObject(ofFields<Schemas<ListingValues>>(fieldNames, recordOf));

export const fieldChanges = z.strictObject(ofFields<Schemas<ListingValues>>(fieldNames, inputOf)).partial();

type Fields = typeof listingFields;
type Texts = { [Name in FieldName]: Fields[Name] extends TextKind ? Name : never }[FieldName];

const namesShown = (place: ListingField["shown"], isOfText: boolean) =>
  fieldNames.filter((name) => {
    const field = fieldOf[name];
    return field.shown === place && field.kind !== "special" && isText(field) === isOfText;
  });

const shownRecordOf = (name: FieldName) =>
  isText(fieldOf[name]) && isNullable(fieldOf[name]) ? recordOf(name).nullable() : recordOf(name);

type Shown<Place extends ListingField["shown"]> = Schemas<ShownFields<Place>>;

export const shownFields = <Place extends ListingField["shown"]>(place: Place) => ({
  texts: ofFields<Pick<Shown<Place>, Texts & keyof Shown<Place>>>(namesShown(place, true), shownRecordOf),
  others: ofFields<Omit<Shown<Place>, Texts>>(namesShown(place, false), shownRecordOf),
});

export function pickShown<Place extends ListingField["shown"]>(place: Place) {
  const names = [...namesShown(place, true), ...namesShown(place, false)];
  return (row: ShownFields<Place>) => ofFields<ShownFields<Place>>(names, (name) => lookup<unknown>(row, name));
}

/** The fields that a drafter writes: all of a draft except the logo, which is an image. */
export type DraftFields = Omit<ListingValues, "logo_url" | "landing_url">;
export type DraftField = keyof DraftFields;

export const draftFieldNames = draftNames.filter((name) => name !== "logo_url");

export const emptyFields = ofFields<DraftFields>(draftFieldNames, emptyOf);

export const isEmpty = (value: DraftFields[DraftField]) => value === null || Object.keys(value).length === 0;

const columnNames = ofFields<Record<FieldName, string>>(fieldNames, camelCase);

type Written<Table extends ListingField["in"], Names extends FieldName> = {
  [Name in Names as CamelCase<Name> & keyof FieldColumns<Table>]: ListingValues[Name];
};

export function columnsOf<Table extends ListingField["in"]>(
  table: Table,
  fields: DraftFields,
): Written<Table, DraftField>;
export function columnsOf<Table extends ListingField["in"]>(
  table: Table,
  fields: Partial<ListingValues>,
): Partial<Written<Table, FieldName>>;
export function columnsOf(table: ListingField["in"], fields: Partial<ListingValues>) {
  const names = fieldNames.filter((name) => fieldOf[name].in === table && fieldOf[name].kind !== "special");
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[columnNames[name], fields[name]]] : [])));
}

/**
 * Returns the field values that are stored in columns. Special fields are empty, because they have no single column.
 */
export function valuesIn(columns: object, names = fieldNames): ListingValues {
  return ofFields(names, (name) => lookup(columns as Record<string, unknown>, columnNames[name]) ?? emptyOf(name));
}

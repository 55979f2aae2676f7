import {
  type FieldName,
  fieldNames,
  fieldOf,
  type ListingValues,
  listingFields,
  type RowColumn,
} from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { decimalText, minorUnits } from "#tools/core/text/currency.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";

type Fields = typeof listingFields;
type NamesOf<Kind> = { [Name in FieldName]: Fields[Name] extends { kind: Kind } ? Name : never }[FieldName];
type Texts = Record<NamesOf<"line" | "paragraphs">, string>;
export type ChoiceName = NamesOf<"choice">;
export type ListName = NamesOf<"list">;
export type RowsName = NamesOf<"rows">;
type Rows = { [Name in RowsName]: Record<keyof Fields[Name]["columns"], string>[] };

/** The values of a form. In rows, an amount is a decimal number. */
export interface TypedListing extends Texts, Record<ChoiceName, string>, Record<ListName, string[]>, Rows {
  categories: string[];
  socials: { network: string; address: string }[];
  /** The path of the current logo, the URL of a new one, or "" for none. */
  logo_url: string;
}

/** Enough for every text field at its maximum length, percent-encoded, in a script with three bytes per character. */
export const maxFormBytes = 512 * 1024;

const namesOf = (...kinds: string[]) => fieldNames.filter((name) => kinds.includes(fieldOf[name].kind));
const texts = namesOf("line", "paragraphs") as (keyof Texts)[];
const choiceNames = namesOf("choice") as ChoiceName[];
const listNames = namesOf("list") as ListName[];
const rowsNames = namesOf("rows") as RowsName[];
const each = <Name extends FieldName, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

const columnsOf = (name: RowsName): [string, RowColumn][] => Object.entries(listingFields[name].columns);

type Nullable<Values> = { [Name in keyof Values]: Values[Name] | null };

export const typedListing = ({
  logo_url,
  ...listing
}: Omit<ListingValues, keyof Texts> & Partial<Nullable<Texts>>): TypedListing => ({
  ...each(texts, (name) => listing[name] ?? ""),
  ...each(choiceNames, (name) => listing[name] ?? ""),
  ...each(listNames, (name) => listing[name]),
  ...(each(rowsNames, (name) =>
    (listing[name] as Record<string, string | number | null>[]).map((row) => typedRow(name, row)),
  ) as Rows),
  categories: listing.categories,
  socials: Object.entries(listing.socials).map(([network, address]) => ({ network, address })),
  logo_url: logo_url === null ? "" : new URL(logo_url).pathname,
});

const typedRow = (name: RowsName, row: Record<string, string | number | null>): Record<string, string> =>
  Object.fromEntries(
    columnsOf(name).map(([key]) => {
      const value = lookup(row, key);
      return [key, typeof value === "number" ? decimalText(value, String(row.currency)) : (value ?? "")];
    }),
  );

/** Reads a listing from a form. Categories and entries of lists that are still chosen keep their order. */
export function readListing(form: Form, present: TypedListing): TypedListing {
  const rows = (name: string, max: number, keys: string[]) =>
    Array.from({ length: max }, (_, i) => keys.map((key) => [key, form.text(`${name}.${i}.${key}`)] as const))
      .filter((row) => row.some(([, text]) => text !== ""))
      .map((row) => Object.fromEntries(row));
  const entries = (name: ListName) => {
    let others = form.text(`${name}.other`);
    // A present name may contain the comma that separates names, such as "Acme, Inc.".
    const whole = present[name].filter((entry) => entry.includes(",") && others.includes(entry));
    for (const entry of whole) others = others.replace(entry, () => "");
    return [...form.all(name), ...whole, ...others.split(",")].map((entry) => entry.trim()).filter(Boolean);
  };
  return {
    ...each(texts, (name) => form.text(name)),
    ...each(choiceNames, (name) => form.text(name)),
    ...each(listNames, (name) => inOrder(entries(name), present[name])),
    // In an empty row, only choices have values.
    ...(each(rowsNames, (name) =>
      rows(
        name,
        listingFields[name].max,
        columnsOf(name).map(([key]) => key),
      ).filter((row) => columnsOf(name).some(([key, { kind }]) => kind !== "choice" && lookup(row, key) !== "")),
    ) as Rows),
    categories: inOrder(form.all("categories"), present.categories),
    socials: rows("socials", listingFields.socials.max, ["network", "address"]).map(
      ({ network = "", address = "" }) => ({
        network: network.toLowerCase(),
        address,
      }),
    ),
    logo_url: form.text("logo_url") || (form.text("remove_logo") === "yes" ? "" : present.logo_url),
  };
}

const inOrder = (chosen: string[], present: string[]) => [
  ...new Set([...present.filter((one) => chosen.includes(one)), ...chosen]),
];

export function sentField(typed: TypedListing, name: FieldName): unknown {
  const { kind } = fieldOf[name];
  if (kind === "choice" || name === "logo_url") return typed[name] || null;
  if (name === "socials") return Object.fromEntries(typed.socials.map(({ network, address }) => [network, address]));
  if (kind === "rows") return typed[name as RowsName].map((row) => sentRow(name as RowsName, row));
  return typed[name];
}

const sentRow = (name: RowsName, row: Record<string, string>) =>
  Object.fromEntries(
    columnsOf(name).map(([key, column]) => {
      const text = lookup(row, key) ?? "";
      if (column.kind === "amount") return [key, amountOf(text, row.currency!)];
      return [key, text === "" && column.kind === "line" && column.min === 0 ? null : text];
    }),
  );

/** Returns the text itself, which the operation refuses, if it is not an amount of the currency. */
function amountOf(text: string, currency: string): number | string {
  const amount = /^[A-Za-z]{3}$/.test(currency) ? minorUnits(text, currency.toUpperCase()) : Number.NaN;
  return Number.isNaN(amount) ? text : amount;
}

/**
 * Returns errors for links with no name or a duplicate name. An operation's input cannot contain such links, because
 * their names are keys of an object.
 */
export function linkFaults({ socials }: TypedListing): FieldErrors {
  const fault = (network: string, i: number) =>
    !/^[a-z0-9]/.test(network)
      ? "needs a short name, such as “github”"
      : socials.findIndex((one) => one.network === network) < i && "has the same name as another link";
  return Object.fromEntries(
    socials.flatMap(({ network }, i) => {
      const found = fault(network, i);
      return found ? [[`socials.${i}.network`, `Link ${i + 1} ${found}.`]] : [];
    }),
  );
}

type FieldEntry = [path: string, field: { in: string; label: string }];

export function listingFormFields(typed: TypedListing, path: (name: FieldName) => string) {
  return Object.fromEntries<FieldEntry[1]>([
    ...rowsNames.flatMap((name) =>
      typed[name].flatMap((_, i) =>
        columnsOf(name).map(([key, { label }]): FieldEntry => {
          return [`${path(name)}.${i}.${key}`, { in: `${name}.${i}.${key}`, label: `${label} ${i + 1}` }];
        }),
      ),
    ),
    ...typed.socials.map(({ network }, i): FieldEntry => {
      return [`${path("socials")}.${network}`, { in: `socials.${i}.address`, label: `Link ${i + 1}` }];
    }),
    ...fieldNames.map((name): FieldEntry => [path(name), { in: name, label: listingFields[name].label }]),
  ]);
}

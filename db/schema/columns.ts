import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core";
import { fieldNames, fieldOf, type ListingField, type listingFields, type ValueOf } from "./listing-fields.ts";
import type { ApprovalCategory } from "./vocabulary.ts";

/** An RFC 3339 UTC time with milliseconds, as written by `Date.prototype.toISOString`. Such strings sort by time. */
export const timestamp = (name: string) => text(name);

/** The id of a row in another table. */
export const refersTo = <Name extends string>(name: Name, id: () => AnySQLiteColumn) =>
  integer(name).notNull().references(id);

/** The id of a row in another table. Deleting that row also deletes this one. */
export const deletedWith = <Name extends string>(name: Name, id: () => AnySQLiteColumn) =>
  integer(name).notNull().references(id, { onDelete: "cascade" });

export const jsonArray = <T>(name: string) => text(name, { mode: "json" }).$type<T[]>().notNull().default(sql`'[]'`);

export const jsonLinks = (name: string) =>
  text(name, { mode: "json" }).$type<Record<string, string>>().notNull().default(sql`'{}'`);

export interface ApprovalPolicy {
  allowed: ApprovalCategory[];
  /** Ids of the listings that the policy covers; null for all, including later ones. */
  listings: number[] | null;
  /** Upper limit for the total of orders in a calendar month (UTC); null for no limit. */
  monthly: { amount: number; currency: string } | null;
  until: string | null;
}

/** Null if nothing that the scopes allow needs approval. */
export const approvalPolicy = () => text("approval_policy", { mode: "json" }).$type<ApprovalPolicy>();

export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`);

const lineColumn = (name: string) => text(name).notNull();
const optionalColumn = <Value extends string>(name: string) => text(name).$type<Value>();
const paragraphsColumn = (name: string) => text(name).notNull().default("");

function columnOf(name: string, { kind, min }: ListingField) {
  switch (kind) {
    case "line":
      return min === 0 ? optionalColumn(name) : lineColumn(name);
    case "paragraphs":
      return paragraphsColumn(name);
    case "choice":
      return optionalColumn(name);
    case "list":
    case "rows":
      return jsonArray(name);
    case "links":
      return jsonLinks(name);
    case "special":
      return null;
  }
}

type ColumnOf<Field> = Field extends { kind: "line"; min: 0 }
  ? ReturnType<typeof optionalColumn<string>>
  : Field extends { kind: "choice"; values: readonly (infer Value extends string)[] }
    ? ReturnType<typeof optionalColumn<Value>>
    : Field extends { kind: "line" }
      ? ReturnType<typeof lineColumn>
      : Field extends { kind: "paragraphs" }
        ? ReturnType<typeof paragraphsColumn>
        : Field extends { kind: "links" }
          ? ReturnType<typeof jsonLinks>
          : ReturnType<typeof jsonArray<ValueOf<Field> extends (infer Entry)[] ? Entry : never>>;

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export const camelCase = <Name extends string>(name: Name) =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

type Fields = typeof listingFields;

export type FieldColumns<Table extends ListingField["in"]> = {
  [Name in keyof Fields as Fields[Name] extends { kind: "special" }
    ? never
    : Fields[Name] extends { in: Table }
      ? CamelCase<Name>
      : never]: ColumnOf<Fields[Name]>;
};

export const columnsIn = <Table extends ListingField["in"]>(table: Table) =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const column = fieldOf[name].in === table && columnOf(name, fieldOf[name]);
      return column ? [[camelCase(name), column]] : [];
    }),
  ) as FieldColumns<Table>;

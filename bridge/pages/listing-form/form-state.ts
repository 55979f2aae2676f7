import type { CategoryRow } from "#db/queries/content/categories.ts";
import type { FieldName } from "#db/schema/listing-fields.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { HtmlValue } from "../frame/html.ts";
import type { TypedListing } from "./typed.ts";

export type Category = Pick<CategoryRow, "slug" | "name" | "parent">;

/** What the form of a listing's fields is made from. */
export interface ListingForm {
  /** What the listing says now. */
  present: TypedListing;
  typed: TypedListing;
  errors: FieldErrors;
  /** All of the site. */
  categories: Category[];
  /** Fields of which the person chooses between what they typed and what they say now. */
  clashes?: readonly FieldName[];
  /** Where the form is sent; null where it is only shown. */
  path: string | null;
  /** Whether lists have all the rows they may have, and not only two to write in. */
  hasAllRows?: boolean;
  /** What stands after a field, such as the words of the site it rests on. */
  beside?(name: FieldName): HtmlValue;
}

/** A field's name, label and what is wrong with it. */
export interface FieldHead {
  name: FieldName;
  label: string;
  error?: string;
}

import type { CategoryRow } from "#db/queries/content/categories.ts";
import type { FieldName } from "#db/schema/listing-fields.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { HtmlValue } from "../frame/html.ts";
import type { TypedListing } from "./typed.ts";

export type Category = Pick<CategoryRow, "slug" | "name" | "parent">;

export interface ListingForm {
  present: TypedListing;
  typed: TypedListing;
  errors: FieldErrors;
  categories: Category[];
  /** Fields for which the user must choose between their value and the current one. */
  conflicts?: readonly FieldName[];
  /** The form action, or null if the form cannot be submitted. */
  path: string | null;
  hasAllRows?: boolean;
  /** True if the logo can be uploaded as a file. */
  takesLogoFile?: boolean;
  /** Slugs of categories to show first. */
  suggested?: string[];
  /** What to show below a field. */
  below?(name: FieldName): HtmlValue;
}

export interface FieldHead {
  name: FieldName;
  label: string;
  error?: string;
}

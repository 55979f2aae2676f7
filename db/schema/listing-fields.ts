import { lookup } from "../values/lookup.ts";
import { pricingModels } from "./vocabulary.ts";

/** A text field's kind and its length limits in characters. */
export interface TextKind {
  kind: "line" | "paragraphs";
  /** A draft with shorter text cannot become a listing. A line with a minimum of 0 may be null. */
  min: number;
  max: number;
}

type Kind =
  | TextKind
  | { kind: "choice"; min: 0; max: 1; values: readonly string[] }
  | { kind: "list"; min: number; max: number; entry: TextKind }
  | { kind: "rows"; min: number; max: number; columns: Record<string, TextKind & { label: string; example: string }> }
  | { kind: "links"; min: number; max: number }
  /** The value is not in a column. It consists of rows of another table, or is an image to fetch. */
  | { kind: "special"; min: number; max: number };

export type ListingField = Kind & {
  label: string;
  /** The field's description in tools. */
  hint?: string;
  /** The table that stores the field. Values in `companies` are the same on all sites. */
  in: "companies" | "listings";
  /** The smallest record that has the field. Profiles also have the fields of cards, and owners see all fields. */
  shown: "card" | "profile" | "owner";
  /**
   * The field's name in descriptions. It is set only if `apply_to` copies the field to the company's listings on other
   * sites.
   */
  copied?: string;
  /** Whether published text is scanned, for example for instructions to assistants. */
  scanned?: true;
  /** An example for the API documentation. */
  example?: unknown;
  /** The request to the language model for this field. Without it, the model does not write the field. */
  ask?: string;
};

/** All fields of a listing that people write, in display order. They are declared only here. */
export const listingFields = {
  name: {
    kind: "line",
    min: 2,
    max: 80,
    label: "Name",
    in: "companies",
    shown: "card",
    scanned: true,
    example: "Harbour Ledger",
    ask: "The name of the product, spelt as on its website, without a slogan.",
  },
  headline: {
    kind: "line",
    min: 10,
    max: 160,
    label: "Headline",
    in: "listings",
    shown: "card",
    scanned: true,
    hint: "Without the name",
    copied: "headline",
    example: "Bookkeeping for small marinas",
    ask: "What the product is, in one phrase of 20 to 90 characters, without its name, a full stop or a slogan.",
  },
  summary: {
    kind: "line",
    min: 40,
    max: 500,
    label: "Summary",
    in: "listings",
    shown: "card",
    scanned: true,
    copied: "summary",
    example: "Keeps the books of small marinas.",
    ask: "One to three complete sentences: what it is, who it is for and what is special about it.",
  },
  description: {
    kind: "paragraphs",
    min: 0,
    max: 5000,
    label: "Description",
    in: "companies",
    shown: "profile",
    scanned: true,
    hint: "Plain text",
    example: "Every berth has an account.",
    ask: "Three to six short paragraphs of plain text, separated by blank lines: what it does, how it works and its main features.",
  },
  categories: {
    kind: "special",
    min: 1,
    max: 3,
    label: "Categories",
    in: "listings",
    shown: "card",
    hint: "Slugs such as invoicing, best first",
    example: ["invoicing"],
  },
  pricing: {
    kind: "choice",
    min: 0,
    max: 1,
    values: pricingModels,
    label: "Pricing",
    in: "companies",
    shown: "card",
    hint: "Null if unknown",
  },
  platforms: {
    kind: "list",
    min: 0,
    max: 10,
    label: "Platforms",
    in: "companies",
    shown: "card",
    scanned: true,
    entry: { kind: "line", min: 1, max: 60 },
    hint: "Such as Web, iOS",
    example: ["Web", "iOS"],
  },
  socials: {
    kind: "links",
    min: 0,
    max: 12,
    label: "Links",
    in: "companies",
    shown: "profile",
    hint: "Profile URLs; replaces all",
  },
  faqs: {
    kind: "rows",
    min: 0,
    max: 10,
    label: "Questions and answers",
    in: "listings",
    shown: "profile",
    scanned: true,
    columns: {
      question: { kind: "line", min: 1, max: 200, label: "Question", example: "Does it print receipts?" },
      answer: { kind: "paragraphs", min: 1, max: 1000, label: "Answer", example: "Yes, on any printer." },
    },
    hint: "Replaces all",
  },
  logo_url: {
    kind: "special",
    min: 0,
    max: 2000,
    label: "Logo",
    in: "companies",
    shown: "card",
    hint: "Image URL; null removes it",
    example: "https://example.com/logo.png",
  },
  seo_title: {
    kind: "line",
    min: 0,
    max: 70,
    label: "Title for search engines",
    in: "listings",
    shown: "owner",
    scanned: true,
    copied: "SEO texts",
    example: "Harbour Ledger: books for marinas",
    ask: "Title for search engines: the name, then what the product is.",
  },
  seo_description: {
    kind: "line",
    min: 0,
    max: 160,
    label: "Description for search engines",
    in: "listings",
    shown: "owner",
    scanned: true,
    copied: "SEO texts",
    example: "Berths and dues in one ledger.",
    ask: "Description for search engines.",
  },
  landing_url: {
    kind: "line",
    min: 0,
    max: 2000,
    label: "Landing URL",
    in: "listings",
    shown: "owner",
    hint: "Target of the page's main link, on the product's domain",
  },
} as const satisfies Record<string, ListingField>;

export type FieldName = keyof typeof listingFields;

export type ValueOf<Field> = Field extends { kind: "line" | "paragraphs" }
  ? string
  : Field extends { kind: "choice"; values: readonly (infer Value)[] }
    ? Value | null
    : Field extends { kind: "list" }
      ? string[]
      : Field extends { kind: "rows"; columns: infer Columns }
        ? Record<keyof Columns, string>[]
        : Field extends { kind: "links" }
          ? Record<string, string>
          : never;

export type ListingValues = {
  [Name in FieldName]: Name extends keyof SpecialValues ? SpecialValues[Name] : ValueOf<(typeof listingFields)[Name]>;
};

export type Faq = ListingValues["faqs"][number];

/** A stored picture. `hash` names its file. */
export interface Picture {
  hash: string;
  alt: string;
  width: number;
  height: number;
}

export const maxPictures = 6;
export const maxAltLength = 200;

/** What an edit can change: the fields above, and pictures, which people upload on a page of their own. */
export interface EditValues extends ListingValues {
  pictures: Picture[];
}
export type EditName = keyof EditValues;

interface SpecialValues {
  categories: string[];
  logo_url: string | null;
}

type Fields = typeof listingFields;

/** Fields as responses show them: an empty line becomes null. */
export type ShownFields<Place extends ListingField["shown"]> = {
  [Name in FieldName as Fields[Name] extends { kind: "special" }
    ? never
    : Fields[Name] extends { shown: Place }
      ? Name
      : never]: Fields[Name] extends { kind: "line"; min: 0 } ? string | null : ListingValues[Name];
};

export const fieldOf: Readonly<Record<FieldName, ListingField>> = { ...listingFields };
export const fieldNames = Object.keys(listingFields) as FieldName[];
/** The fields of a draft. Only listings have a landing URL. */
export const draftNames = fieldNames.filter((name) => name !== "landing_url");
export const editNames: readonly EditName[] = [...fieldNames, "pictures"];

export const labelOf = (name: string): string =>
  name === "pictures" ? "Pictures" : (lookup(fieldOf, name)?.label ?? name);

export const isText = (field: ListingField): field is Extract<ListingField, TextKind> =>
  field.kind === "line" || field.kind === "paragraphs";

export const isNullable = ({ kind, min }: ListingField): boolean => kind === "choice" || (kind === "line" && min === 0);

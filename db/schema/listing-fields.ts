import { lookup } from "../values/lookup.ts";
import { type factAuthors, pricePeriods, pricingModels, selfHostedAnswers, ssoAnswers } from "./vocabulary.ts";

/** A text field's kind and its length limits in characters. */
export interface TextKind {
  kind: "line" | "paragraphs";
  /** A draft with shorter text cannot become a listing. A line with a minimum of 0 may be null. */
  min: number;
  max: number;
  /** The content of a line. tools/listings/shared/formats.ts checks it. */
  format?: "url" | "license" | "currency" | "language" | "region";
}

/** A column of a list's rows. Text with a minimum of 0 may be null. */
export type RowColumn = { label: string; example: string | number | null } & (
  | TextKind
  | { kind: "choice"; values: readonly string[] }
  /** A whole number from 0 to `max`. */
  | { kind: "amount"; max: number }
);

type Kind =
  | TextKind
  | { kind: "choice"; min: 0; max: 1; values: readonly string[] }
  /** Two entries that differ only in case are equal. */
  | { kind: "list"; min: number; max: number; entry: TextKind }
  | { kind: "rows"; min: number; max: number; columns: Record<string, RowColumn> }
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
  plans: {
    kind: "rows",
    min: 0,
    max: 24,
    label: "Prices",
    in: "companies",
    shown: "profile",
    scanned: true,
    columns: {
      name: { kind: "line", min: 1, max: 80, label: "Plan name", example: "Small team" },
      price: { kind: "amount", max: 1e9, label: "Price", example: 1200 },
      currency: { kind: "line", min: 3, max: 3, format: "currency", label: "Currency", example: null },
      per: { kind: "choice", values: pricePeriods, label: "Unit", example: "seat_month" },
      free_limits: { kind: "line", min: 0, max: 200, label: "Free limits", example: null },
      url: { kind: "line", min: 0, max: 2000, format: "url", label: "Price page URL", example: null },
    },
    hint: "Price in minor units; 0 is free",
  },
  license: {
    kind: "line",
    min: 0,
    max: 200,
    format: "license",
    label: "Licence",
    in: "companies",
    shown: "profile",
    hint: "SPDX expression, or proprietary",
    example: "MIT OR Apache-2.0",
  },
  repository: {
    kind: "line",
    min: 0,
    max: 2000,
    format: "url",
    label: "Source code",
    in: "companies",
    shown: "profile",
    hint: "URL of the repository",
    example: "https://github.com/acme/ledger",
  },
  self_hosted: {
    kind: "choice",
    min: 0,
    max: 1,
    values: selfHostedAnswers,
    label: "Self-hosted",
    in: "companies",
    shown: "profile",
    hint: "Null if unknown",
  },
  api_url: {
    kind: "line",
    min: 0,
    max: 2000,
    format: "url",
    label: "API",
    in: "companies",
    shown: "profile",
    hint: "API documentation",
    example: "https://example.com/api",
  },
  mcp_url: {
    kind: "line",
    min: 0,
    max: 2000,
    format: "url",
    label: "MCP server",
    in: "companies",
    shown: "profile",
    hint: "MCP URL",
    example: "https://example.com/mcp",
  },
  sso: {
    kind: "choice",
    min: 0,
    max: 1,
    values: ssoAnswers,
    label: "Single sign-on",
    in: "companies",
    shown: "profile",
    hint: "Paid if only in some plans",
  },
  data_regions: {
    kind: "list",
    min: 0,
    max: 30,
    label: "Data regions",
    in: "companies",
    shown: "profile",
    entry: { kind: "line", min: 2, max: 40, format: "region" },
    hint: "Country codes or EU",
    example: ["EU"],
  },
  languages: {
    kind: "list",
    min: 0,
    max: 60,
    label: "Languages",
    in: "companies",
    shown: "profile",
    entry: { kind: "line", min: 2, max: 40, format: "language" },
    hint: "Such as en, de",
    example: ["en", "de"],
  },
  certifications: {
    kind: "rows",
    min: 0,
    max: 30,
    label: "Certifications",
    in: "companies",
    shown: "profile",
    scanned: true,
    columns: {
      name: { kind: "line", min: 1, max: 80, label: "Name", example: "ISO 27001" },
      url: { kind: "line", min: 0, max: 2000, format: "url", label: "Proof URL", example: null },
    },
    hint: "Certifications",
  },
  alternative_to: {
    kind: "list",
    min: 0,
    max: 10,
    label: "Alternative to",
    in: "companies",
    shown: "profile",
    scanned: true,
    entry: { kind: "line", min: 1, max: 80 },
    hint: "Products such as Notion",
    example: ["Notion"],
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
        ? { [Name in keyof Columns]: ColumnValue<Columns[Name]> }[]
        : Field extends { kind: "links" }
          ? Record<string, string>
          : never;

type ColumnValue<Column> = Column extends { kind: "amount" }
  ? number
  : Column extends { kind: "choice"; values: readonly (infer Value)[] }
    ? Value
    : Column extends { kind: "line"; min: 0 }
      ? string | null
      : string;

export type ListingValues = {
  [Name in FieldName]: Name extends keyof SpecialValues ? SpecialValues[Name] : ValueOf<(typeof listingFields)[Name]>;
};

export type Faq = ListingValues["faqs"][number];
export type Plan = ListingValues["plans"][number];

/** The fields with facts about a product. Each has a source and a date. */
export const factNames = [
  "plans",
  "license",
  "repository",
  "self_hosted",
  "api_url",
  "mcp_url",
  "sso",
  "data_regions",
  "languages",
  "certifications",
  "alternative_to",
] as const satisfies FieldName[];
export type FactName = (typeof factNames)[number];
export const isFact = (name: FieldName): name is FactName => factNames.some((one) => one === name);

/** The source of a fact. `url` and `quote` are null if nobody read it on a page. */
export interface FactSource {
  url: string | null;
  quote: string | null;
  /** When the source was last read, or the fact was written. */
  checked_at: string;
  by: (typeof factAuthors)[number];
  /** False once the quote is no longer on its page, until the owner confirms or changes the fact. */
  confirmed: boolean;
}

/** Sources by field; those of plans by `plans.<name>`. */
export type FactSources = Record<string, FactSource>;

/** A price before an owner or the team changed it here. */
export interface FormerPrice extends Pick<Plan, "price" | "currency" | "per"> {
  plan: string;
  from: string;
  until: string;
}
export const maxFormerPrices = 50;

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

/** Text that people write freely. */
export const isProse = (column: RowColumn): column is RowColumn & TextKind =>
  (column.kind === "line" || column.kind === "paragraphs") && column.format === undefined;

export const isNullable = ({ kind, min }: ListingField): boolean => kind === "choice" || (kind === "line" && min === 0);

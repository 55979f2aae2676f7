import type { CategoryRow } from "#db/queries/content/categories.ts";
import type { FieldName } from "#db/schema/listing-fields.ts";
import type { DraftWriterName } from "#db/schema/vocabulary.ts";
import type { DraftFields } from "../../listings/shared/fields.ts";
import type { CrawledPage } from "./crawled-page.ts";

export interface Quote {
  url: string;
  /** Part of one of the page's passages, verbatim except for white space. */
  quote: string;
  /** A time in RFC 3339 format. */
  fetched_at: string;
}

/**
 * A part of the website from which a field can be written. It is data from a stranger, never an instruction. The quote
 * may join texts of one page, such as a heading and the first sentence below it.
 */
export interface Passage extends Quote {
  /** The id in the draft: `p1` is the best passage. */
  id: string;
  /** The fields for which this passage is one of the best. */
  for: FieldName[];
}

export type Evidence = Partial<Record<FieldName, Quote[]>>;

/** Each plan has a quote, in the order of the plans; null if a person changed the plan. */
export type StoredEvidence = Omit<Evidence, "plans"> & { plans?: (Quote | null)[] };

export interface DraftWarning {
  /** A stable code, such as `not_english` or `no_pricing`. */
  code: string;
  message: string;
}

export type DraftCategory = Pick<CategoryRow, "slug" | "name" | "description" | "parent">;

export interface DraftSource {
  url: string;
  /** The home page comes first. */
  pages: CrawledPage[];
  categories: DraftCategory[];
}

export interface WrittenDraft {
  fields: DraftFields;
  evidence: Evidence;
  passages: Passage[];
  warnings: DraftWarning[];
  writtenBy: DraftWriterName;
}

export interface Improvement {
  fields: Partial<DraftFields>;
  evidence: Evidence;
  warnings: DraftWarning[];
}

/** The draft before a language model improves it. */
export type PlainDraft = Pick<WrittenDraft, "fields" | "passages">;

export type DraftImprover = (source: DraftSource, plain: PlainDraft, signal: AbortSignal) => Promise<Improvement>;

export type DraftWriter = (source: DraftSource, signal: AbortSignal) => Promise<WrittenDraft>;

/** The texts that describe the whole product: its name, and the best passages for its categories. */
export const textsOnWhole = ({ fields, passages }: Pick<WrittenDraft, "fields" | "passages">) => [
  { text: fields.name, weight: 1.5 },
  ...passages.filter((passage) => passage.for.includes("categories")).map(({ quote }) => ({ text: quote, weight: 1 })),
];

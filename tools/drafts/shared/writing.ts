import type { CategoryRow } from "#db/queries/content/categories.ts";
import type { FieldName } from "#db/schema/listing-fields.ts";
import type { DraftWriterName } from "#db/schema/vocabulary.ts";
import type { DraftFields } from "../../listings/shared/fields.ts";
import type { CrawledPage } from "./crawled-page.ts";

/** Words of a crawled page that a field rests on. */
export interface Quote {
  /** Address of the page. */
  url: string;
  /** A part of one of its texts, letter for letter but for white space. */
  quote: string;
  /** RFC 3339. */
  fetched_at: string;
}

export type Evidence = Partial<Record<FieldName, Quote[]>>;

/** Something its reader should look at. */
export interface DraftWarning {
  /** Stable, such as `not_english` or `no_pricing`. */
  code: string;
  message: string;
}

export type DraftCategory = Pick<CategoryRow, "slug" | "name" | "description" | "parent">;

/** What a draft is written from. */
export interface DraftSource {
  /** The product's own address. */
  url: string;
  /** The home page first. */
  pages: CrawledPage[];
  /** The categories of the site it is for. */
  categories: DraftCategory[];
}

export interface WrittenDraft {
  fields: DraftFields;
  evidence: Evidence;
  warnings: DraftWarning[];
  writtenBy: DraftWriterName;
}

/** What a language model wrote better than the site's own words, and what its reader should know of that. */
export interface Improvement {
  /** Only fields that it filled in and that stand on the site. */
  fields: Partial<DraftFields>;
  evidence: Evidence;
  warnings: DraftWarning[];
}

/** Asks a language model for a better draft than the one that is there. */
export type DraftImprover = (source: DraftSource, plain: DraftFields, signal: AbortSignal) => Promise<Improvement>;

/** Writes a draft from what was crawled. */
export type DraftWriter = (source: DraftSource, signal: AbortSignal) => Promise<WrittenDraft>;

import type { CategoryRow } from "#db/queries/content/categories.ts";
import type { FieldName } from "#db/schema/listing-fields.ts";
import type { DraftWriterName } from "#db/schema/vocabulary.ts";
import type { DraftFields } from "../../listings/shared/fields.ts";
import type { CrawledPage } from "./crawled-page.ts";

/** A passage of a crawled page that supports a field. */
export interface Quote {
  /** URL of the page. */
  url: string;
  /** Part of one of its texts, exactly except for white space. */
  quote: string;
  /** RFC 3339. */
  fetched_at: string;
}

export type Evidence = Partial<Record<FieldName, Quote[]>>;

/** A fact that the reader of the draft should check. */
export interface DraftWarning {
  /** Stable, such as `not_english` or `no_pricing`. */
  code: string;
  message: string;
}

export type DraftCategory = Pick<CategoryRow, "slug" | "name" | "description" | "parent">;

/** The material for a draft. */
export interface DraftSource {
  /** The product's URL after redirects. */
  url: string;
  /** The home page first. */
  pages: CrawledPage[];
  /** The categories of the draft's site. */
  categories: DraftCategory[];
}

export interface WrittenDraft {
  fields: DraftFields;
  evidence: Evidence;
  warnings: DraftWarning[];
  writtenBy: DraftWriterName;
}

/** Texts of a language model that are better than the site's own words, with warnings for the reader. */
export interface Improvement {
  /** Only fields that it filled in and that the site supports. */
  fields: Partial<DraftFields>;
  evidence: Evidence;
  warnings: DraftWarning[];
}

/** Asks a language model for a better draft than the present one. */
export type DraftImprover = (source: DraftSource, plain: DraftFields, signal: AbortSignal) => Promise<Improvement>;

/** Writes a draft from the crawled pages. */
export type DraftWriter = (source: DraftSource, signal: AbortSignal) => Promise<WrittenDraft>;

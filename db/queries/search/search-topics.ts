/** The vocabulary of a site, which a search uses in addition to the words in listings (tools/search/meaning). */
export interface Vocabulary {
  /** The product types named by a query. Each word belongs to at most one type. */
  topicsIn(stems: readonly string[]): FoundTopic[];
  /** The kinds of product that words suggest without naming them, as `ancestors` suggests genealogy. Best first. */
  suggestedBy(words: readonly string[]): SuggestedTopic[];
  /** Whether the word is common in one of the supported languages. Such a word is no typo. */
  isCommon(written: string): boolean;
  /** Whether the word is common in English and no kind of product is named or suggested by it. */
  isWeak(written: string): boolean;
  /** Similar words from the site's vocabulary, closest first. */
  near(written: string): string[];
}

export interface Topic {
  name: string;
  /** A listing is of this type if it contains all stems of one phrase. */
  phrases: string[][];
  /** Names of known listings of this type, each as one word (`wholeName`). */
  members: string[];
  categoryIds: number[];
  /** Whether the query is exactly a category's name. Everything in that category then matches. */
  isCategory: boolean;
}

export interface FoundTopic {
  /** The positions of the type's words in the query. */
  at: number[];
  topic: Topic;
}

export interface SuggestedTopic {
  topic: Topic;
  /** The stems that suggest it. */
  stems: string[];
  /** From 0 to 1. */
  strength: number;
}

/** A query for products that can replace others. */
export interface Replacing {
  /** Names of known alternatives, best first. */
  names: string[];
  /** Words of the replaced product's name. A listing that contains them may also be an alternative. */
  mentioned: string[];
  /** Words that a replacement should also have. Those with all of them come first. */
  also: string[];
  /** The replaced product's type, if no listing has the product's name. */
  topic: Topic | null;
  /** Names of listings to leave out. */
  replaced: string[];
}

/** What a search knows about its site besides the words of listings (tools/search/meaning). */
export interface Vocabulary {
  /** The product types that a query names. Each word belongs to one at most. */
  topicsIn(stems: readonly string[]): FoundTopic[];
  /** Words of its names that are similar, the nearest first. */
  near(written: string): string[];
}

export interface Topic {
  name: string;
  /** A listing of the type contains all stems of one phrase. */
  phrases: string[][];
  /** Names of known listings of the type, each as one word (`wholeName`). */
  members: string[];
  categoryIds: number[];
  /** The query is exactly the name of a category, so everything in that category matches. */
  isCategory: boolean;
}

export interface FoundTopic {
  /** Positions of its words in the query. */
  at: number[];
  topic: Topic;
}

/** A query for products that can replace others. */
export interface Replacing {
  /** Names of known alternatives, best first. */
  names: string[];
  /** Words of the replaced product. A listing that contains them may be an alternative too. */
  mentioned: string[];
  /** The type of the replaced product, if no listing has that name. */
  topic: Topic | null;
  /** Names of listings to leave out. */
  replaced: string[];
}

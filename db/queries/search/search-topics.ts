/** What a search knows of its site beyond the words of listings; made in tools/search/meaning. */
export interface Vocabulary {
  /** The kinds of product that a query names, of whose words each belongs to one at most. */
  topicsIn(stems: readonly string[]): FoundTopic[];
  /** The words of its names that are written nearly so, the nearest first. */
  near(written: string): string[];
}

export interface Topic {
  name: string;
  /** What listings of the kind say: all the stems of one of these. */
  phrases: string[][];
  /** Listings that are known to be of the kind: their names in one word (`wholeName`). */
  members: string[];
  categoryIds: number[];
  /** Whether it is asked for by the very name of a category: all that is filed there is meant, whatever it says. */
  isCategory: boolean;
}

export interface FoundTopic {
  /** The places of its words. */
  at: number[];
  topic: Topic;
}

/** A question for what can replace a product, or several. */
export interface Replacing {
  /** Names of listings, best first: the listed alternatives. */
  names: string[];
  /** The words of what is to be replaced: who says them may be an alternative too. */
  mentioned: string[];
  /** The kind of what is to be replaced, where no listing tells it. */
  topic: Topic | null;
  /** Names of listings that are not to be found. */
  replaced: string[];
}

/** A list of phrases and the pattern around them, in which `@` stands for any of the phrases. */
interface Phrases {
  pattern: string;
  flags: string;
  words: string[];
}

/** Builds a pattern from each list. The phrases are parts of regular expressions. */
export const patternsOf = <Name extends string>(lists: Record<Name, Phrases>): Record<Name, RegExp> =>
  Object.fromEntries(
    Object.entries<Phrases>(lists).map(([name, { pattern, flags, words }]) => [
      name,
      new RegExp(
        pattern.replace("@", () => words.join("|")),
        flags,
      ),
    ]),
  ) as Record<Name, RegExp>;

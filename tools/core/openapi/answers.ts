import recorded from "./answers.json";

/** The site that the recorded answers came from. */
export const recordedBase = "https://slipway.example";

const text = JSON.stringify(recorded);

/**
 * What each tool answers its examples with, by its name and in their order, as if the site at `base` had answered.
 * Recorded by running them against the demo directory (test/surface/answer-examples.ts), so that none is written by hand.
 */
export const answerExamples = (base: string): Record<string, unknown[]> =>
  JSON.parse(base === recordedBase ? text : text.replaceAll(recordedBase, base));

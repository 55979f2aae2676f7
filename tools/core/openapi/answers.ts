import recorded from "./answers.json";

export const recordedBase = "https://slipway.example";

const text = JSON.stringify(recorded);

/** Recorded on the demo directory by `test/surface/answer-examples.ts`. */
export const answerExamples = (base: string): Record<string, unknown[]> =>
  JSON.parse(base === recordedBase ? text : text.replaceAll(recordedBase, base));

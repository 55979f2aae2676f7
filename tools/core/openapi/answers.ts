import recorded from "./answers.json";

export const recordedBase = "https://slipway.example";

const text = JSON.stringify(recorded);

/** `test/surface/answer-examples.ts` records these responses on the demo directory. */
export const answerExamples = (base: string): Record<string, unknown[]> =>
  JSON.parse(base === recordedBase ? text : text.replaceAll(recordedBase, base));

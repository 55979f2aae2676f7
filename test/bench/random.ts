/** A repeatable sequence of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = ReturnType<typeof randomFrom>;

export const below = (random: Random, limit: number) => Math.floor(random() * limit);
export const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)]!;
export const between = (random: Random, low: number, high: number) => low + below(random, high - low + 1);

const drawSteps = 1 << 20;

/** Ranks from 0, where rank r is drawn in proportion to 1/(r+1), like words in texts (Zipf). */
export function zipf(size: number): (random: Random) => number {
  let total = 0;
  for (let rank = 0; rank < size; rank++) total += 1 / (rank + 1);
  // A table makes drawing fast: directories need a hundred million words.
  const ranks = new Uint32Array(drawSteps);
  let [rank, sum] = [0, 1];
  for (let step = 0; step < drawSteps; step++) {
    while (sum < ((step + 0.5) / drawSteps) * total && rank < size - 1) sum += 1 / (++rank + 1);
    ranks[step] = rank;
  }
  return (random) => ranks[Math.floor(random() * drawSteps)]!;
}

const onsets = "b br c ch d dr f fl g gr h j k l m n p pl r s st t tr v w z".split(" ");
const vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const codas = ["", "", "n", "r", "l", "m", "t", "ck", "nd", "x"];

/** Returns `count` different pronounceable words, the same for the same seed, short ones first. */
export function inventWords(seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const found = new Set<string>();
  while (found.size < count) {
    const syllables = found.size < count / 50 ? 2 : between(random, 2, 4);
    let word = "";
    for (let i = 0; i < syllables; i++) word += pick(random, onsets) + pick(random, vowels);
    found.add(word + pick(random, codas));
  }
  return [...found];
}

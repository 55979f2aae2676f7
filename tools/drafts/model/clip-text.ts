const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const endsSentence = /[.!?。！？؟][\p{Pe}\p{Pf}"']*\s*$/u;

/** The text within `max` characters, ended at a sentence where one ends in the second half, else at a word. */
export function clipText(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const start = characters.slice(0, max).join("");
  let end = 0;
  for (const { segment, index } of sentences.segment(start))
    if (endsSentence.test(segment)) end = index + segment.trimEnd().length;
  if (end > start.length / 2) return start.slice(0, end);
  const isWordsEnd = /\s/u.test(characters[max]!);
  const words = isWordsEnd ? start : start.replace(/(?<=\S)\s+\S*$/u, "");
  return words.replace(/[\s,;:–—-]+$/u, "");
}

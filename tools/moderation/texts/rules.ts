import type { Mark, Texts } from "#db/queries/moderation/text-marks.ts";
import type { MarkKind } from "#db/schema/vocabulary.ts";
import { type Speech, speechIn } from "../shared/speech.ts";

/** What a marked sentence does, in words. */
export const markWords: Record<MarkKind, string> = {
  assistants: "Speaks to assistants",
  votes: "Asks for votes",
  names: "Looks like another name",
};

/** A sentence that is to be marked, and the field it stands in. */
export interface Found extends Pick<Speech, "sentence"> {
  kind: MarkKind;
  field: string;
}

/** Sentences of a listing or a post that speak to assistants or ask for votes, and a name that looks like another. */
export function foundIn({ name, texts, lookalike }: Texts): Found[] {
  const found = new Map<string, Found>();
  if (lookalike) {
    const sentence = `“${name}” looks like “${lookalike.name}” (${lookalike.slug}).`;
    found.set("name", { kind: "names", field: "Name", sentence });
  }
  for (const { field, text } of texts)
    for (const speech of speechIn(text, name)) found.set(keyOf({ ...speech, field }), { ...speech, field });
  return [...found.values()].slice(0, mostMarks);
}

/** Whoever writes more than this is seen without the rest. */
const mostMarks = 20;

const keyOf = ({ kind, field, sentence }: Found): string => JSON.stringify([kind, field, sentence]);

/**
 * What changes by a look at the texts: sentences that are new, open marks whose sentence is gone, and marks of gone
 * sentences that have come back. What the team has judged stays judged.
 */
export function differencesOf(found: Found[], marks: Mark[]): { added: Found[]; gone: Mark[]; back: Mark[] } {
  const present = new Set(found.map(keyOf));
  const known = new Set(marks.map(keyOf));
  return {
    added: found.filter((one) => !known.has(keyOf(one))),
    gone: marks.filter((mark) => mark.outcome === null && !present.has(keyOf(mark))),
    back: marks.filter((mark) => mark.outcome === "gone" && present.has(keyOf(mark))),
  };
}

export const isSame = ({ added, gone, back }: ReturnType<typeof differencesOf>): boolean =>
  added.length + gone.length + back.length === 0;

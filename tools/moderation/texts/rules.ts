import type { Flag, Texts } from "#db/queries/moderation/text-flags.ts";
import type { FlagKind } from "#db/schema/vocabulary.ts";
import { type Speech, scanText } from "../shared/text-scan.ts";

/** What a flagged sentence does, in words. */
export const flagWords: Record<FlagKind, string> = {
  assistants: "Speaks to assistants",
  votes: "Asks for votes",
  names: "Looks like another name",
};

/** A sentence that is to be flagged, and the field it stands in. */
export interface Found extends Pick<Speech, "sentence"> {
  kind: FlagKind;
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
    for (const speech of scanText(text, name)) found.set(keyOf({ ...speech, field }), { ...speech, field });
  return [...found.values()].slice(0, maxFlags);
}

/** Whoever writes more than this is seen without the rest. */
const maxFlags = 20;

const keyOf = ({ kind, field, sentence }: Found): string => JSON.stringify([kind, field, sentence]);

/**
 * What changes by a look at the texts: sentences that are new, open flags whose sentence is gone, and flags of gone
 * sentences that have come back. What the team has judged stays judged.
 */
export function differencesOf(found: Found[], flags: Flag[]): { added: Found[]; gone: Flag[]; back: Flag[] } {
  const present = new Set(found.map(keyOf));
  const known = new Set(flags.map(keyOf));
  return {
    added: found.filter((one) => !known.has(keyOf(one))),
    gone: flags.filter((flag) => flag.outcome === null && !present.has(keyOf(flag))),
    back: flags.filter((flag) => flag.outcome === "gone" && present.has(keyOf(flag))),
  };
}

export const isSame = ({ added, gone, back }: ReturnType<typeof differencesOf>): boolean =>
  added.length + gone.length + back.length === 0;

import type { Flag, Texts } from "#db/queries/moderation/text-flags.ts";
import type { FlagKind } from "#db/schema/vocabulary.ts";
import { type FlaggedSentence, scanText } from "../shared/text-scan.ts";

export const flagWords: Record<FlagKind, string> = {
  assistants: "Gives instructions to assistants",
  votes: "Asks for votes",
  names: "Looks like another name",
};

export interface Found extends FlaggedSentence {
  field: string;
}

export function foundIn({ name, texts, lookalike }: Texts): Found[] {
  const found = new Map<string, Found>();
  if (lookalike) {
    const sentence = `“${name}” looks like “${lookalike.name}” (${lookalike.slug}).`;
    found.set("name", { kind: "names", field: "Name", sentence });
  }
  for (const { field, text } of texts)
    for (const flagged of scanText(text, name)) found.set(keyOf({ ...flagged, field }), { ...flagged, field });
  return [...found.values()].slice(0, maxFlags);
}

/** The maximum number of flags. The team will review text with more flags anyway. */
const maxFlags = 20;

const keyOf = ({ kind, field, sentence }: Found): string => JSON.stringify([kind, field, sentence]);

/** `back` lists removed flags whose sentence has reappeared. Decided flags stay unchanged. */
export function differencesOf(found: Found[], flags: Flag[]): { added: Found[]; gone: Flag[]; back: Flag[] } {
  const present = new Set(found.map(keyOf));
  const known = new Set(flags.map(keyOf));
  return {
    added: found.filter((one) => !known.has(keyOf(one))),
    gone: flags.filter((flag) => flag.outcome === null && !present.has(keyOf(flag))),
    back: flags.filter((flag) => flag.outcome === "gone" && present.has(keyOf(flag))),
  };
}

export const isUnchanged = ({ added, gone, back }: ReturnType<typeof differencesOf>): boolean =>
  added.length + gone.length + back.length === 0;

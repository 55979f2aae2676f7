import { confusables } from "./confusables.json";

const prototypes = new Map(Object.entries(confusables).flatMap(([like, ones]) => [...ones].map((one) => [one, like])));

/** Returns what a name looks like: equal for names that readers cannot tell apart (the skeleton of UTS #39, without case). */
export const nameKey = (name: string): string =>
  [...name.normalize("NFKD").replace(/\p{Default_Ignorable_Code_Point}/gu, "")]
    .map((character) => prototypes.get(character) ?? character)
    .join("")
    .normalize("NFD")
    .toLowerCase();

/** Returns a name without case and kinds of the same letter; names that are equal in this are the same, and allowed. */
export const plainName = (name: string): string => name.normalize("NFKC").toLowerCase();

import { confusables } from "./confusables.json";

const prototypes = new Map(Object.entries(confusables).flatMap(([like, ones]) => [...ones].map((one) => [one, like])));

const replaced = new RegExp(`[${[...prototypes.keys()].join("")}]`, "gu");

/** Returns the same key for names that look the same (the skeleton of UTS #39, ignoring case). */
export const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(replaced, (character) => prototypes.get(character)!)
    .normalize("NFD")
    .toLowerCase();

/** Returns the same key for names that differ only in case or letter form. Such names are allowed. */
export const plainName = (name: string): string => name.normalize("NFKC").toLowerCase();

import { confusables } from "./confusables.json";

const prototypes = new Map(Object.entries(confusables).flatMap(([like, ones]) => [...ones].map((one) => [one, like])));

/** Equal for names that look the same (the skeleton of UTS #39, without case). */
export const nameKey = (name: string): string =>
  [...name.normalize("NFKD").replace(/\p{Default_Ignorable_Code_Point}/gu, "")]
    .map((character) => prototypes.get(character) ?? character)
    .join("")
    .normalize("NFD")
    .toLowerCase();

/** Equal for the same name in another case or letter form, which is allowed. */
export const plainName = (name: string): string => name.normalize("NFKC").toLowerCase();

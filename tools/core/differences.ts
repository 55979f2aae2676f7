import type { Facts } from "../../db/schema/changes.ts";

/** The fields in which two states of a record differ, each as it was and as it is, for the log of changes. */
export function differences<T extends object>(before: T, after: T): { before: Facts; after: Facts } {
  const names = (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => !Bun.deepEquals(before[name], after[name]),
  );
  const pick = (record: T): Facts => Object.fromEntries(names.map((name) => [name, record[name]]));
  return { before: pick(before), after: pick(after) };
}

import type { Facts } from "#db/schema/changes.ts";

export function differences<T extends object>(before: T, after: T): { before: Facts; after: Facts } {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => !Bun.deepEquals(was.get(name), value));
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, was.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

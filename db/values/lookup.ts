/**
 * The entry under a name from outside, or undefined. Plain indexing also finds inherited properties:
 * `table["constructor"]` is a function and `table["__proto__"]` an object in every table.
 */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

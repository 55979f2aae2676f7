/**
 * The entry for a name from outside, or undefined. Plain indexing would also find inherited properties: in every table,
 * `table["constructor"]` is a function and `table["__proto__"]` an object.
 */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

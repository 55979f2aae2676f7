/**
 * The entry of a table under a name that came from outside, or undefined. Plain indexing also finds what every object
 * inherits: `table["constructor"]` is a function and `table["__proto__"]` an object, whatever the table holds.
 */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

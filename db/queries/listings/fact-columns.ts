import { getTableColumns, is, SQL } from "drizzle-orm";
import { SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Parameter, preparedSql } from "../../store/store.ts";
import { lookup } from "../../values/lookup.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Builds statements for the columns of a table that `declared` contains. A new column needs no further code. */
export function factColumns(table: SQLiteTable, declared: object) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => Object.hasOwn(declared, name));
  const names = columns.map(([name]) => name);
  const columnOf = new Map(columns.map(([name, column]) => [name, column.name]));
  const isJson = new Set(names.filter((_, i) => columns[i]![1].dataType === "json"));
  const isNullable = new Set(names.filter((_, i) => !columns[i]![1].notNull));
  /** Empty text becomes null if the column allows null. */
  const stored = (facts: Facts, name: string) => {
    const fact = lookup(facts, name);
    return fact === "" && isNullable.has(name) ? null : fact;
  };
  const given = (facts: Facts) => names.filter((name) => lookup(facts, name) !== undefined);

  return {
    asJson: `json_object(${columns
      .map(([name, column]) => `'${name}', ${isJson.has(name) ? `json(${column.name})` : column.name}`)
      .join(", ")})`,

    given,

    /** The names of the given columns whose values differ. The order of names in a JSON object does not matter. */
    changed: (facts: Facts, known: Facts): string[] =>
      given(facts).filter((name) => !Bun.deepEquals(stored(facts, name), lookup(known, name))),

    values: (facts: Facts, chosen: readonly string[] = names): unknown[] =>
      chosen.map((name) => (isJson.has(name) ? JSON.stringify(stored(facts, name)) : stored(facts, name))),

    columns: columns.map(([, column]) => column.name),
    inserted: (array: string, first: number) =>
      columns.map(([, { hasDefault, default: otherwise }], i) => {
        const value = `${array}->>${first + i}`;
        return hasDefault ? `ifnull(${value}, ${literal(otherwise)})` : value;
      }),

    /**
     * The values are in a JSON array, starting at index `first`. Statements are cached, because few sets of columns
     * occur.
     */
    change<Params extends Parameter[]>(first: number, textFor: (assignments: string) => string) {
      const built = new Map<string, ReturnType<typeof preparedSql<never, Params>>>();
      return (chosen: readonly string[]) => {
        const key = chosen.join();
        const assignments = chosen.map((name, i) => `${columnOf.get(name)!} = j.value->>${first + i}, `);
        const statement = built.get(key) ?? preparedSql<never, Params>(textFor(assignments.join("")));
        built.set(key, statement);
        return statement;
      };
    },
  };
}

const dialect = new SQLiteSyncDialect();
const literal = (value: unknown): string =>
  is(value, SQL) ? dialect.sqlToQuery(value).sql : `'${String(value).replaceAll("'", "''")}'`;

/** Groups changed rows by the columns that differ, so that one statement changes all the rows in a group. */
export class ChangesByColumns {
  readonly #sets = new Map<string, { columns: readonly string[]; rows: unknown[][] }>();

  add(columns: readonly string[], row: unknown[]): void {
    const key = columns.join();
    const set = this.#sets.get(key);
    if (set) set.rows.push(row);
    else this.#sets.set(key, { columns, rows: [row] });
  }

  all = () => this.#sets.values();
}

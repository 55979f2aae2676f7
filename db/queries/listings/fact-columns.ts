import type { SQLQueryBindings } from "bun:sqlite";
import { getTableColumns, is, SQL } from "drizzle-orm";
import { SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { preparedSql } from "../../store/store.ts";
import { lookup } from "../../values/lookup.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Reads and writes some columns of a table by their declaration, so that one added there needs no other line. */
export function factColumns(table: SQLiteTable, declared: object) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => Object.hasOwn(declared, name));
  const names = columns.map(([name]) => name);
  const columnOf = new Map(columns.map(([name, column]) => [name, column.name]));
  const isJson = new Set(names.filter((_, i) => columns[i]![1].dataType === "json"));
  const isNullable = new Set(names.filter((_, i) => !columns[i]![1].notNull));
  /** An empty text is none where there may be none. */
  const stored = (facts: Facts, name: string) => {
    const fact = lookup(facts, name);
    return fact === "" && isNullable.has(name) ? null : fact;
  };
  const given = (facts: Facts) => names.filter((name) => lookup(facts, name) !== undefined);

  return {
    /** SQL for all of them in one JSON object. */
    asJson: `json_object(${columns
      .map(([name, column]) => `'${name}', ${isJson.has(name) ? `json(${column.name})` : column.name}`)
      .join(", ")})`,

    given,

    /** Those that are given and not so already. The order of a JSON object's names says nothing. */
    changed(facts: Facts, asJson: string): string[] {
      const known: Facts = JSON.parse(asJson);
      return given(facts).filter((name) => !Bun.deepEquals(stored(facts, name), lookup(known, name)));
    },

    /** The values of some columns, or of all, as they are stored; those not given are undefined. */
    values: (facts: Facts, chosen: readonly string[] = names): unknown[] =>
      chosen.map((name) => (isJson.has(name) ? JSON.stringify(stored(facts, name)) : stored(facts, name))),

    /** All columns by name, and SQL for what a new row has in them: of a JSON array, `values` from the position `first` on. */
    columns: columns.map(([, column]) => column.name),
    inserted: (array: string, first: number) =>
      columns.map(([, { hasDefault, default: otherwise }], i) => {
        const value = `${array}->>${first + i}`;
        return hasDefault ? `ifnull(${value}, ${literal(otherwise)})` : value;
      }),

    /**
     * A statement that changes those columns of a set of rows, `values` of a JSON array from the position `first` on;
     * one for each set of columns it is asked for, built once: callers give the same few.
     */
    change<Params extends SQLQueryBindings[]>(first: number, textFor: (assignments: string) => string) {
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

/** Rows to be changed, put together by the columns that differ: one statement changes the same columns of all its rows. */
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

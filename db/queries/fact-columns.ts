import type { SQLQueryBindings } from "bun:sqlite";
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { lookup } from "../lookup.ts";
import { preparedSql } from "../store.ts";

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

    values: (facts: Facts, chosen: string[]) =>
      chosen.map((name) =>
        isJson.has(name) ? JSON.stringify(stored(facts, name)) : stored(facts, name),
      ) as SQLQueryBindings[],

    /** A statement for each set of columns it is asked for, built once: callers give the same few. */
    statement<Row>(textFor: (columns: string[]) => string) {
      const built = new Map<string, ReturnType<typeof preparedSql<Row, SQLQueryBindings[]>>>();
      return (chosen: string[]) => {
        const key = chosen.join();
        const statement =
          built.get(key) ?? preparedSql<Row, SQLQueryBindings[]>(textFor(chosen.map((name) => columnOf.get(name)!)));
        built.set(key, statement);
        return statement;
      };
    },
  };
}

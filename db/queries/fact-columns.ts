import type { SQLQueryBindings } from "bun:sqlite";
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { preparedSql } from "../store.ts";

type Facts<Name extends string> = { [N in Name]?: unknown };

/** Reads and writes some columns of a table by their declaration, so that one added there needs no other line. */
export function factColumns<Name extends string>(table: SQLiteTable, declared: Record<Name, unknown>) {
  const names = Object.keys(declared) as Name[];
  const columns = getTableColumns(table);
  const columnOf = (name: Name) => columns[name]!.name;
  const isJson = new Set(names.filter((name) => columns[name]!.dataType === "json"));
  const isNullable = new Set(names.filter((name) => !columns[name]!.notNull));
  /** An empty text is none where there may be none. */
  const stored = (facts: Facts<Name>, name: Name) => (facts[name] === "" && isNullable.has(name) ? null : facts[name]);

  return {
    /** SQL for all of them in one JSON object. */
    asJson: `json_object(${names
      .map((name) => `'${name}', ${isJson.has(name) ? `json(${columnOf(name)})` : columnOf(name)}`)
      .join(", ")})`,

    given: (facts: Facts<Name>): Name[] => names.filter((name) => facts[name] !== undefined),

    /** Those that are given and not so already. The order of a JSON object's names says nothing. */
    changed(facts: Facts<Name>, asJson: string): Name[] {
      const known: Facts<Name> = JSON.parse(asJson);
      return names.filter((name) => facts[name] !== undefined && !Bun.deepEquals(stored(facts, name), known[name]));
    },

    values: (facts: Facts<Name>, chosen: Name[]): SQLQueryBindings[] =>
      chosen.map((name) =>
        isJson.has(name) ? JSON.stringify(facts[name]) : (stored(facts, name) as SQLQueryBindings),
      ),

    /** A statement for each set of columns it is asked for, built once: callers give the same few. */
    statement<Row>(textFor: (columns: string[]) => string) {
      const built = new Map<string, ReturnType<typeof preparedSql<Row, SQLQueryBindings[]>>>();
      return (chosen: Name[]) => {
        const key = chosen.join();
        const statement = built.get(key) ?? preparedSql<Row, SQLQueryBindings[]>(textFor(chosen.map(columnOf)));
        built.set(key, statement);
        return statement;
      };
    },
  };
}

import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";

/** A recorded statement, for a program that repeats it. */
export interface Ran {
  sql: string;
  /**
   * Placeholder for a value that differs each time: the ID from the previous statement, or a key of the search index.
   */
  params: (string | number | null | { searchKey: true } | { lastId: true })[];
}

const ways = ["get", "all", "run", "values"] as const;

/**
 * Records the statements that connections of this process run between `begin` and `end`, if they are prepared after
 * this call.
 */
export function noteStatements() {
  const { prepare } = Database.prototype;
  const ran: Ran[] = [];
  let isNoting = false;
  let lastId: number | undefined;

  function note(sql: string, params: SQLQueryBindings[], answer: unknown): void {
    // The repeating program begins and ends transactions itself.
    if (!isNoting || /^(BEGIN|COMMIT)/.test(sql)) return;
    ran.push({ sql, params: params.map((param) => (param === lastId ? { lastId: true } : portable(param))) });
    lastId = sql.includes("RETURNING id") ? (answer as { id?: number } | null)?.id : undefined;
  }

  Database.prototype.prepare = function (this: Database, sql: string, ...rest: []) {
    const statement = prepare.call(this, sql, ...rest) as Statement<unknown, SQLQueryBindings[]>;
    for (const way of ways) {
      const run = statement[way].bind(statement) as (...params: SQLQueryBindings[]) => unknown;
      const noted = (...params: SQLQueryBindings[]) => {
        const answer = run(...params);
        note(sql, params, answer);
        return answer;
      };
      Object.defineProperty(statement, way, { value: noted });
    }
    return statement;
  } as typeof prepare;

  return {
    ran: ran as readonly Ran[],
    begin() {
      isNoting = true;
    },
    end(): Ran[] {
      isNoting = false;
      Database.prototype.prepare = prepare;
      return ran;
    },
  };
}

function portable(param: SQLQueryBindings): Ran["params"][number] {
  // Only keys of the search index exceed JavaScript's integers.
  if (typeof param === "bigint") return { searchKey: true };
  if (typeof param === "boolean") return Number(param);
  if (typeof param === "string" || typeof param === "number" || param === null) return param;
  throw new Error(`a parameter of type ${typeof param} cannot be repeated`);
}

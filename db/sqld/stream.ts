import {
  type Client,
  ClosedError,
  type InValue,
  openWs,
  type Stream,
  type Value,
  WebSocketError,
} from "@libsql/hrana-client";
import { NotWritable } from "../store.ts";

/** What a statement answered. */
export interface Rows {
  columns: (string | undefined)[];
  rows: unknown[][];
}

/** The one stream of statements to the server of a database. */
export interface SqlStream {
  /** Runs one statement after those asked before. Throws NotWritable where the server does not answer. */
  run(sql: string, parameters?: readonly unknown[]): Promise<Rows>;
  /** Gives the stream up: what it had open is rolled back, and the next statement opens a new one. */
  end(): void;
}

/** No statement of ours takes longer; a server that lets one wait so long hangs. */
const longestMs = 30_000;

/**
 * Opens a stream to a server that speaks Hrana over WebSocket (libsql, `docs/HRANA_3_SPEC.md`), when it is first used
 * and again after it broke. More than one stream that writes makes sqld 0.24 hang.
 */
export function sqlStream(url: string, token: string | undefined): SqlStream {
  let open: { client: Client; stream: Stream } | undefined;

  function opened(): Stream {
    if (open && !open.client.closed && !open.stream.closed) return open.stream;
    end();
    const client = openWs(url.replace(/^http/, "ws"), token);
    client.intMode = "bigint";
    open = { client, stream: client.openStream() };
    return open.stream;
  }

  function end(): void {
    open?.client.close();
    open = undefined;
  }

  return {
    async run(sql, parameters = []) {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        late.reject(new NotWritable(`the database's server has not answered for ${longestMs / 1000} s; restart it`));
        end();
      }, longestMs);
      try {
        const answer = opened().query([sql, parameters.map(asValue)]);
        const { columnNames, rows } = await Promise.race([answer, late.promise]);
        return { columns: columnNames, rows: rows.map((row) => Array.from(row, fromValue)) };
      } catch (error) {
        if (error instanceof ClosedError || error instanceof WebSocketError)
          throw new NotWritable(`the database's server cannot be reached: ${error.message}`, { cause: error });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    end,
  };
}

// As bun:sqlite binds: a whole number is an integer, nothing is NULL.
function asValue(value: unknown): InValue {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? 1n : 0n;
  return Number.isSafeInteger(value) ? BigInt(value as number) : (value as InValue);
}

const fromValue = (value: Value): unknown => {
  if (typeof value === "bigint") return Number(value);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
};

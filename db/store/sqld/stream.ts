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

export interface Rows {
  columns: (string | undefined)[];
  rows: unknown[][];
}

export interface SqlStream {
  /** Opens a new stream if the last one has broken. Call it only between transactions. */
  open(): void;
  /** Runs one statement after the earlier ones. Throws NotWritable if there is no stream or no response. */
  run(sql: string, parameters?: readonly unknown[]): Promise<Rows>;
  /** Closes the stream. The server rolls back any open transaction. */
  end(): void;
}

/** No statement in a request or job takes longer than this. A server that takes longer is hanging. */
const usualMs = 30_000;

/**
 * A stream to a server that speaks Hrana over WebSocket (libsql, `docs/HRANA_3_SPEC.md`). A statement may take
 * `longestMs`. A broken stream does not reconnect, because the rest of a transaction would be lost. A second stream
 * that writes makes sqld 0.24 hang.
 */
export function sqlStream(url: string, token: string | undefined, longestMs = usualMs): SqlStream {
  let opened: { client: Client; stream: Stream } | undefined;

  function end(): void {
    opened?.client.close();
    opened = undefined;
  }

  return {
    open() {
      if (opened && !opened.client.closed && !opened.stream.closed) return;
      end();
      const client = openWs(url.replace(/^http/, "ws"), token);
      client.intMode = "bigint";
      opened = { client, stream: client.openStream() };
    },
    async run(sql, parameters = []) {
      if (!opened) throw new NotWritable("the connection to the database server was lost");
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        late.reject(new NotWritable(`the database server has not responded for ${longestMs / 1000} s; restart it`));
        end();
      }, longestMs);
      try {
        const answer = opened.stream.query([sql, parameters.map(asValue)]);
        const { columnNames, rows } = await Promise.race([answer, late.promise]);
        return { columns: columnNames, rows: rows.map((row) => Array.from(row, fromValue)) };
      } catch (error) {
        if (error instanceof ClosedError || error instanceof WebSocketError)
          throw new NotWritable(`the database server cannot be reached: ${error.message}`, { cause: error });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    end,
  };
}

// Values are bound as in bun:sqlite: a whole number as an integer, and undefined as NULL.
function asValue(value: unknown): InValue {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? 1n : 0n;
  return Number.isSafeInteger(value) ? BigInt(value as number) : (value as InValue);
}

const fromValue = (value: Value): unknown => {
  if (typeof value === "bigint") return Number(value);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
};
